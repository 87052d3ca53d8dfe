import { isDate, offsetOf } from './date-time.js';
import { printExactJson } from './exact-json.js';
import { flattenSchema } from './flatten-schema.js';
import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import { limitOf, listOf, memberOf, textOf, type Schema } from './json-schema.js';
import { findBranch, listBranches, type Branch } from './list-branches.js';
import { listItems, listMembers, type Items, type Members } from './list-members.js';
import { indexOfValue, listTypes, listValues } from './list-types.js';
import type { SchemaDocument } from './schema-document.js';
import { hasType, typeOf } from './value-type.js';

/** Control for a string. */
export type TextInput = 'text' | 'multiline' | 'date' | 'date-time' | 'color' | 'email' | 'url' | 'password';

/** Control for a value, with its displayed content, from which the value can be read again. */
export type Control =
  | { readonly kind: 'union'; readonly branches: readonly Branch[]; readonly selected: number }
  | {
      readonly kind: 'choice';
      readonly values: readonly unknown[];
      readonly selected: number;
      /** Titles of the values; holes for values without a title. */
      readonly titles?: readonly string[];
    }
  | { readonly kind: 'boolean'; readonly checked: boolean | undefined }
  | { readonly kind: 'text'; readonly input: TextInput; readonly text: string | undefined }
  | { readonly kind: 'number'; readonly text: string | undefined }
  | { readonly kind: 'file'; readonly base64: string | undefined }
  | { readonly kind: 'object'; readonly members: Members }
  | { readonly kind: 'list'; readonly items: Items }
  /** JSON editor, for a part that does not match the schema or is nested too deeply for fields. */
  | { readonly kind: 'json'; readonly text: string }
  /** No value is valid. */
  | { readonly kind: 'nothing' };

/** Control of a value, with the schema keywords for its label and help text. */
interface Field {
  readonly control: Control;
  readonly keywords: JsonObject;
}

/** Maximum depth of fields; deeper parts are edited as JSON. */
const maxFieldDepth = 16;
/** Limits beyond which a list of values becomes a text input with suggestions, and a text input gets several lines. */
const maxChoices = 1_000;
const longText = 80;

/**
 * Chooses the control for a value by its schema.
 *
 * @param value `undefined` when it is omitted.
 * @param preferred Position of the branch that the user chose. Default: the best match for the value.
 */
export function chooseField(
  schema: Schema,
  value: unknown,
  document: SchemaDocument,
  { depth = 0, preferred }: { readonly depth?: number; readonly preferred?: number | undefined } = {},
): Field {
  const flat = flattenSchema(schema, document);
  const { keywords } = flat;
  const text = value === undefined ? '' : printExactJson(value, 2);
  const json = (): Field => ({ control: { kind: 'json', text }, keywords });
  if (!flat.isPossible && value === undefined) return { control: { kind: 'nothing' }, keywords };
  const isDeep = depth >= maxFieldDepth && (typeof value === 'object' || flat.unions.length > 0);
  if (!flat.isPossible || isDeep) return json();
  const branches = listBranches(flat, document);
  const [only] = branches;
  const constants = branches.map((branch) => listValues(flattenSchema(branch.schema, document).keywords));
  if (branches.length > 1 && constants.every((values) => values?.length === 1)) {
    const values = constants.flat();
    const selected = indexOfValue(values, value);
    const titles = branches.map(({ title }) => title);
    return selected < 0 && value !== undefined
      ? json()
      : { control: { kind: 'choice', values, selected, titles }, keywords };
  }
  if (branches.length > 1) {
    const selected = preferred ?? findBranch(branches, value, document);
    return { control: { kind: 'union', branches, selected }, keywords };
  }
  if (only !== undefined) {
    const inner = chooseField(only.schema, value, document, { depth: depth + 1 });
    return { control: inner.control, keywords: { ...inner.keywords, ...annotationsOf(keywords) } };
  }
  const values = listValues(keywords) ?? listFixed(listTypes(flat)[0]);
  if (values !== undefined && values.length <= maxChoices) {
    const selected = indexOfValue(values, value);
    return selected < 0 && value !== undefined
      ? json()
      : { control: { kind: 'choice', values, selected, ...namesOf(keywords) }, keywords };
  }
  const control = chooseControl(keywords, listTypes(flat)[0], value);
  return control === undefined ? json() : { control, keywords };
}

/** Titles of `enum` values, from `enumNames` in forms of protocol versions up to 2025-06-18. */
function namesOf(keywords: JsonObject): { readonly titles?: readonly string[] } {
  const names = listOf(keywords, 'enumNames');
  const isComplete =
    names.length === listOf(keywords, 'enum').length && names.every((name) => typeof name === 'string');
  return names.length > 0 && isComplete ? { titles: names.map(String) } : {};
}

function listFixed(type: string | undefined): readonly unknown[] | undefined {
  return type === 'null' ? [null] : undefined;
}

function chooseControl(keywords: JsonObject, type: string | undefined, value: unknown): Control | undefined {
  switch (type) {
    case 'boolean':
      return value === undefined || typeof value === 'boolean' ? { kind: 'boolean', checked: value } : undefined;
    case 'string':
      if (value !== undefined && typeof value !== 'string') return undefined;
      if (isFile(keywords)) return { kind: 'file', base64: value };
      return { kind: 'text', input: chooseInput(keywords, value), text: value };
    case 'number':
    case 'integer': {
      // Text that is not a number yet is kept as typed, so that the validator can reject it.
      const isShown = value === undefined || typeof value === 'string' || hasType(value, 'number');
      if (!isShown) return undefined;
      return { kind: 'number', text: value === undefined ? undefined : showNumber(value) };
    }
    case 'array':
      if (value !== undefined && !Array.isArray(value)) return undefined;
      return { kind: 'list', items: listItems(keywords, value) };
    case 'object':
      if (value !== undefined && !isJsonObject(value)) return undefined;
      return { kind: 'object', members: listMembers(keywords, value) };
    default:
      return undefined;
  }
}

/** Returns the digits of a number, or text that is not a number. */
function showNumber(value: unknown): string {
  return typeof value === 'string' ? value : printExactJson(value);
}

function isFile(keywords: JsonObject): boolean {
  const encoding = textOf(keywords, 'contentEncoding')?.toLowerCase();
  const format = textOf(keywords, 'format');
  return encoding === 'base64' || (encoding === undefined && (format === 'byte' || format === 'binary'));
}

const inputs: { readonly [format: string]: TextInput } = {
  date: 'date',
  'date-time': 'date-time',
  color: 'color',
  email: 'email',
  'idn-email': 'email',
  uri: 'url',
  url: 'url',
  iri: 'url',
  password: 'password',
  textarea: 'multiline',
  multiline: 'multiline',
  markdown: 'multiline',
  html: 'multiline',
};

function chooseInput(keywords: JsonObject, text: string | undefined): TextInput {
  // Single-line inputs drop line breaks.
  if (text !== undefined && (text.length > longText || /[\n\r]/u.test(text))) return 'multiline';
  const format = textOf(keywords, 'format') ?? '';
  const input = Object.hasOwn(inputs, format) ? inputs[format] : undefined;
  // Date inputs are empty if the text is not a date.
  const isEmpty = text === undefined || text === '';
  if (input === 'date') return isEmpty || isDate(text) ? input : 'text';
  if (input === 'date-time') return isEmpty || offsetOf(text) !== undefined ? input : 'text';
  if (input !== undefined) return input;
  const isLong = limitOf(keywords, 'maxLength', 0) > 200 || limitOf(keywords, 'minLength', 0) > longText;
  const isText = textOf(keywords, 'contentMediaType')?.startsWith('text/') === true;
  return isLong || isText ? 'multiline' : 'text';
}

function annotationsOf(keywords: JsonObject): JsonObject {
  const names = new Set(['title', 'description', 'default', 'examples', 'deprecated', 'readOnly']);
  return Object.fromEntries(Object.entries(keywords).filter(([name]) => names.has(name)));
}

/** Returns the label of a field: its title, or else the property name. */
export function labelOf(keywords: JsonObject, name: string): string {
  return textOf(keywords, 'title') ?? name;
}

/** Returns the values that a field offers: the default first, then a limited number of examples. */
export function listOffers(keywords: JsonObject): readonly { readonly value: unknown; readonly isDefault: boolean }[] {
  const byDefault = memberOf(keywords, 'default');
  const examples = memberOf(keywords, 'examples');
  const example = memberOf(keywords, 'example');
  const values = [
    ...(Array.isArray(examples) ? examples.slice(0, 8) : []),
    ...(example === undefined ? [] : [example]),
  ];
  const others = values.filter((value, index) => indexOfValue(values, value) === index);
  return [
    ...(byDefault === undefined ? [] : [{ value: byDefault, isDefault: true }]),
    ...others
      .filter((value) => typeOf(byDefault) === undefined || indexOfValue([byDefault], value) < 0)
      .map((value) => ({ value, isDefault: false })),
  ];
}
