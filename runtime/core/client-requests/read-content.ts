import type {
  ChoiceField,
  ChoicesField,
  FieldSchema,
  NumberField,
  RequestedSchema,
  StringField,
} from '../api/handler-context.js';
import { describeKeyword, type KeywordParams } from '../../wire/describe-keyword.js';
import type { JsonObject } from '../../wire/json.js';
import { matchPattern } from './match-pattern.js';

/**
 * Reads the content of a form, limited to the properties of its schema.
 *
 * @returns The values, or the problem.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
 */
export function readContent(
  content: JsonObject,
  { properties, required = [] }: RequestedSchema,
): { readonly content: JsonObject } | { readonly problem: string } {
  const entries = Object.entries(properties).filter(([name]) => Object.hasOwn(content, name));
  const problems = [
    ...required.filter((name) => !Object.hasOwn(content, name)).map((name) => `${name} ${say('required')}`),
    ...entries.flatMap(([name, field]) => {
      const problem = findProblem(content[name], field);
      return problem === undefined ? [] : [`${name}${problem.startsWith('[') ? '' : ' '}${problem}`];
    }),
  ];
  if (problems.length > 0) return { problem: problems.join('; ') };
  return { content: Object.fromEntries(entries.map(([name]) => [name, content[name]])) };
}

/** Describes the requirement of a keyword. */
function say(keyword: string, params: KeywordParams = {}): string {
  return describeKeyword({ instancePath: '', keyword, params });
}

/** Describes the rule that a value breaks, as in "must be a boolean". Returns `undefined` for a valid value. */
function findProblem(value: unknown, field: FieldSchema): string | undefined {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : say('type', { type: 'boolean' });
    case 'number':
    case 'integer':
      return findNumberProblem(value, field);
    case 'array':
      return findChoicesProblem(value, field);
    case 'string':
      return typeof value === 'string' ? findTextProblem(value, field) : say('type', { type: 'string' });
  }
}

function findNumberProblem(
  value: unknown,
  { type, minimum = -Infinity, maximum = Infinity }: NumberField,
): string | undefined {
  if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value))) return say('type', { type });
  if (value < minimum) return say('minimum', { limit: minimum });
  return value > maximum ? say('maximum', { limit: maximum }) : undefined;
}

function findChoicesProblem(
  value: unknown,
  { items, minItems = 0, maxItems = Infinity }: ChoicesField,
): string | undefined {
  const allowedValues = items.enum ?? items.anyOf?.map((choice) => choice.const) ?? [];
  if (!Array.isArray(value)) return say('type', { type: 'array' });
  const wrong = value.findIndex((each) => !allowedValues.includes(each as string));
  if (wrong >= 0) return `[${wrong}] ${say('enum', { allowedValues })}`;
  if (value.length < minItems) return say('minItems', { limit: minItems });
  return value.length > maxItems ? say('maxItems', { limit: maxItems }) : undefined;
}

function findTextProblem(value: string, field: StringField | ChoiceField): string | undefined {
  const { enum: names, oneOf, minLength = 0, maxLength = Infinity, pattern, format }: StringField & ChoiceField = field;
  const allowedValues = names ?? oneOf?.map((choice) => choice.const);
  if (allowedValues !== undefined) return allowedValues.includes(value) ? undefined : say('enum', { allowedValues });
  const length = [...value].length;
  if (length < minLength) return say('minLength', { limit: minLength });
  if (length > maxLength) return say('maxLength', { limit: maxLength });
  const mismatch = pattern === undefined ? undefined : findMismatch(value, pattern);
  if (mismatch !== undefined) return mismatch;
  return format === undefined || isOfFormat[format](value) ? undefined : say('format', { format });
}

/** Maximum length of a string that V8 matches with a pattern: longer strings may take too much time. */
const maxMatched = 25;

function findMismatch(value: string, pattern: string): string | undefined {
  const isShort = value.length <= maxMatched;
  const isMatch = matchPattern(pattern, value) ?? (isShort ? new RegExp(pattern, 'u').test(value) : undefined);
  if (isMatch === undefined) return `must be shorter so that it can be matched against ${pattern}`;
  return isMatch ? undefined : say('pattern', { pattern });
}

type Format = 'email' | 'uri' | 'date' | 'date-time';

const isOfFormat: { readonly [format in Format]: (value: string) => boolean } = {
  email: (value) => value.length <= 320 && /^[^\s@]+@[^\s@]+$/u.test(value),
  uri: (value) => /^[a-z][a-z\d+.-]*:\S+$/iu.test(value) && URL.canParse(value),
  date: isDate,
  'date-time': (value) => {
    const [, date = '', time = ''] = /^(\d{4}-\d\d-\d\d)[Tt ](.+)$/u.exec(value) ?? [];
    return (
      isDate(date) && /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/u.test(time)
    );
  },
};

function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/u.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
