import type { ChoiceField, ChoicesField, FieldSchema, RequestedSchema, StringField } from '../api/handler-context.js';
import type { JsonObject } from '../protocol/json-object.js';
import { matchPattern } from './match-pattern.js';

/**
 * Reads the content of a form: the properties of its schema, and nothing else.
 *
 * @returns The values, or what does not fit.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
 */
export function readContent(
  content: JsonObject,
  { properties, required = [] }: RequestedSchema,
): { readonly content: JsonObject } | { readonly problem: string } {
  const given = Object.entries(properties).filter(([name]) => Object.hasOwn(content, name));
  const problems = [
    ...required.filter((name) => !Object.hasOwn(content, name)).map((name) => `${name} is required`),
    ...given.flatMap(([name, field]) => {
      const problem = findProblem(content[name], field);
      return problem === undefined ? [] : [`${name} must ${problem}`];
    }),
  ];
  if (problems.length > 0) return { problem: problems.join('; ') };
  return { content: Object.fromEntries(given.map(([name]) => [name, content[name]])) };
}

/** Returns the rule of a form field that a value breaks, as in "be true or false". Returns `undefined` for a valid value. */
function findProblem(value: unknown, field: FieldSchema): string | undefined {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'be true or false';
    case 'number':
    case 'integer':
      return findNumberProblem(value, field.type === 'integer', field.minimum, field.maximum);
    case 'array':
      return findChoicesProblem(value, field);
    case 'string':
      return typeof value === 'string' ? findTextProblem(value, field) : 'be a text';
  }
}

function findNumberProblem(
  value: unknown,
  isWhole: boolean,
  minimum = -Infinity,
  maximum = Infinity,
): string | undefined {
  if (typeof value !== 'number') return 'be a number';
  if (isWhole && !Number.isInteger(value)) return 'be a whole number';
  if (value < minimum) return `be at least ${minimum}`;
  return value > maximum ? `be at most ${maximum}` : undefined;
}

function findChoicesProblem(
  value: unknown,
  { items, minItems = 0, maxItems = Infinity }: ChoicesField,
): string | undefined {
  const choices = items.enum ?? items.anyOf?.map((choice) => choice.const) ?? [];
  if (!Array.isArray(value) || !value.every((each) => choices.includes(each as string))) {
    return `be some of ${choices.join(', ')}`;
  }
  if (value.length < minItems) return `have at least ${minItems} of them`;
  return value.length > maxItems ? `have at most ${maxItems} of them` : undefined;
}

function findTextProblem(value: string, field: StringField | ChoiceField): string | undefined {
  const { enum: names, oneOf, minLength = 0, maxLength = Infinity, pattern, format }: StringField & ChoiceField = field;
  const choices = names ?? oneOf?.map((choice) => choice.const);
  if (choices !== undefined) return choices.includes(value) ? undefined : `be one of ${choices.join(', ')}`;
  const length = [...value].length;
  if (length < minLength) return `have at least ${minLength} characters`;
  if (length > maxLength) return `have at most ${maxLength} characters`;
  const mismatch = pattern === undefined ? undefined : findMismatch(value, pattern);
  if (mismatch !== undefined) return mismatch;
  return format === undefined || isOfFormat[format](value) ? undefined : `be ${formatNames[format]}`;
}

/** Most characters of a text that V8 matches with a pattern: longer ones may take too long. */
const maximalMatched = 25;

function findMismatch(value: string, pattern: string): string | undefined {
  const isShort = value.length <= maximalMatched;
  const isMatch = matchPattern(pattern, value) ?? (isShort ? new RegExp(pattern, 'u').test(value) : undefined);
  if (isMatch === undefined) return `be shorter, so that it can be compared with ${pattern}`;
  return isMatch ? undefined : `match ${pattern}`;
}

type Format = 'email' | 'uri' | 'date' | 'date-time';

const formatNames: { readonly [format in Format]: string } = {
  email: 'an e-mail address',
  uri: 'a URI',
  date: 'a date such as 2025-12-31',
  'date-time': 'a date and time such as 2025-12-31T23:59:59Z',
};

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
