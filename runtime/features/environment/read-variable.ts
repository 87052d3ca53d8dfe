/** Environment variable that a definition declares. */
export interface VariableDefinition {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  /** File and line of the declaration. */
  readonly place: string;
  /** Whether the server requires it to start. */
  readonly required?: boolean;
  /** Whether the value is never printed. */
  readonly secret?: boolean;
  readonly default?: string | number | boolean;
  readonly rules?: VariableRules;
}

/** JSON Schema keywords that limit a value. */
export interface VariableRules {
  readonly enum?: readonly (string | number)[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** Value of a variable, or the rule that its string violates, as in "must be an integer". */
export type VariableReading = { readonly value: string | number | boolean | undefined } | { readonly problem: string };

/** Reads a variable. An empty string counts as unset. */
export function readVariable(definition: VariableDefinition, text = ''): VariableReading {
  const { type, required, default: defaultValue, rules = {} } = definition;
  if (text.trim() === '') return required === true ? { problem: 'is missing' } : { value: defaultValue };
  if (type === 'boolean') return readBoolean(text.trim().toLowerCase());
  if (type === 'string') {
    const problem = findTextProblem(text, rules);
    return problem === undefined ? { value: text } : { problem };
  }
  // `Number` would also accept 0x10.
  const value = decimal.test(text) ? Number(text) : NaN;
  if (!(type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value))) {
    return { problem: type === 'integer' ? 'must be an integer' : 'must be a number' };
  }
  const problem = findNumberProblem(value, rules);
  return problem === undefined ? { value } : { problem };
}

const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/iu;

function readBoolean(text: string): VariableReading {
  if (text === 'true' || text === '1') return { value: true };
  return text === 'false' || text === '0' ? { value: false } : { problem: 'must be true, false, 1 or 0' };
}

function findNumberProblem(value: number, rules: VariableRules): string | undefined {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = rules;
  if (rules.enum?.includes(value) === false) return `must be one of ${rules.enum.join(', ')}`;
  if (value < minimum) return `must be at least ${minimum}`;
  if (value > maximum) return `must be at most ${maximum}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `must be above ${exclusiveMinimum}`;
  return exclusiveMaximum !== undefined && value >= exclusiveMaximum ? `must be below ${exclusiveMaximum}` : undefined;
}

function findTextProblem(text: string, rules: VariableRules): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, format = '' } = rules;
  if (rules.enum?.includes(text) === false) return `must be one of ${rules.enum.join(', ')}`;
  const length = [...text].length;
  if (length < minLength) return `must have at least ${minLength} characters`;
  if (length > maxLength) return `must have at most ${maxLength} characters`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return `must match the pattern ${pattern}`;
  const expected = Object.hasOwn(formats, format) ? formats[format] : undefined;
  return expected === undefined || expected.accepts(text) ? undefined : `must be ${expected.words}`;
}

interface Format {
  readonly words: string;
  readonly accepts: (text: string) => boolean;
}

/** Formats that are checked. */
const formats: { readonly [name: string]: Format } = {
  uri: { words: 'a URI such as https://example.com', accepts: (text) => /^\S+$/u.test(text) && URL.canParse(text) },
  email: { words: 'an email address', accepts: (text) => /^[^\s@]+@[^\s@]+$/u.test(text) },
  date: { words: 'a date such as 2025-12-31', accepts: isDate },
  'date-time': {
    words: 'a date and time such as 2025-12-31T23:59:59Z',
    accepts: (text) =>
      isDate(text.slice(0, 10)) &&
      /^.{10}T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/iu.test(text) &&
      !Number.isNaN(Date.parse(text)),
  },
};

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/u.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
