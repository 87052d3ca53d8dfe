import { arrayAt, isJsonArray, isJsonObject, objectAt, type Json, type JsonObject } from '../../core/model/json.js';
import { referredName } from '../../core/schema/map-schema.js';
import { writeOut, type SchemaBook } from './collect-shapes.js';
import { constraintWords } from './constraint-words.js';
import {
  code,
  joinLines,
  link,
  paragraph,
  plainText,
  text,
  type Block,
  type Line,
} from '../../feature-kit/pages/document.js';
import { parseLine, parseText } from '../../feature-kit/pages/parse-text.js';
import { alternativesOf, typeWords } from './type-words.js';

/** Maximum number of rows, and maximum number of field levels, in a table. */
const maxRows = 150;
const maxDepth = 8;

/** Options for a table of fields. */
export interface FieldOptions {
  readonly book: SchemaBook;
  /** Label before the default of a field. Default: `Default`. */
  readonly defaultLabel?: string;
}

/** Field with its path, type, requirement and purpose. */
interface FieldRow {
  readonly path: string;
  readonly type: Line;
  readonly isRequired: boolean | undefined;
  readonly meaning: Line;
}

/**
 * Describes a schema: the type of the value and its constraints, followed by a table of its fields. Fields of nested
 * objects follow their parent. Paths show lists as `books[]`, maps as `prices.*`, and alternatives as `shape (circle)`.
 * A table has at most 150 rows and 8 levels.
 */
export function describeFields(schema: Json, options: FieldOptions): readonly Block[] {
  const { book } = options;
  const rows: FieldRow[] = [];
  const isWhole = isJsonObject(schema) && collect(writeOut(schema, book), '', 0, { options, rows });
  const rootIsObject = rows.length > 0 && plainText(typeWords(schema, book)) === 'object';
  const root = isJsonObject(schema) ? constraintWords(withoutValues(writeOut(schema, book)), label(options)) : [];
  const intro = rootIsObject ? [] : [...typeWords(schema, book), text('. ')];
  const about = isJsonObject(schema) ? writeOut(schema, book).get('description') : undefined;
  const forms = isJsonObject(schema) ? nameForms(writeOut(schema, book), book) : [];
  const blocks: Block[] = [
    ...(typeof about === 'string' ? parseText(about) : []),
    ...paragraph(...intro, ...root),
    ...paragraph(...forms),
    ...(rows.length === 0 ? [] : [toTable(rows)]),
  ];
  if (isWhole || !isJsonObject(schema)) return blocks;
  return [
    ...blocks,
    ...paragraph(text('There are more fields than this page shows. The server lists the complete schema.')),
  ];
}

/** Names the alternatives of an object in the same way as the paths in the table. */
function nameForms(schema: JsonObject, book: SchemaBook): Line {
  const alternatives = alternativesOf(schema);
  if (alternatives.length < 2) return [];
  const names = alternatives.map((part, index) => {
    const shape = isJsonObject(part) ? book.shapes.get(referredName(part) ?? '') : undefined;
    return [shape ? link(shape.title, `#${shape.id}`) : code(`(${nameAlternative(part, index, book)})`)];
  });
  return [text('It has one of these forms: '), ...joinLines(names, ', '), text('.')];
}

function label({ defaultLabel = 'Default' }: FieldOptions): string {
  return defaultLabel;
}

/** Removes examples of a whole object, which are shown as calls. */
function withoutValues(schema: JsonObject): JsonObject {
  return new Map([...schema].filter(([keyword]) => keyword !== 'examples'));
}

function toTable(rows: readonly FieldRow[]): Block {
  return {
    kind: 'table',
    head: ['Field', 'Type', 'Required', 'Meaning'],
    rows: rows.map(({ path, type, isRequired, meaning }) => [
      [code(path)],
      type,
      isRequired === undefined ? [] : [text(isRequired ? 'yes' : 'no')],
      meaning,
    ]),
  };
}

interface Collection {
  readonly options: FieldOptions;
  readonly rows: FieldRow[];
}

/** Collects the fields below a schema. Returns `false` if some are omitted. */
function collect(schema: JsonObject, path: string, depth: number, into: Collection): boolean {
  const { book } = into.options;
  // A shape has its own section.
  if (book.shapes.has(referredName(schema) ?? '')) return true;
  const parts = listParts(schema, path, book);
  if (depth >= maxDepth) return parts.length === 0;
  let isWhole = true;
  for (const part of parts) {
    if (into.rows.length >= maxRows) return false;
    const whole = isJsonObject(part.schema) ? writeOut(part.schema, book) : part.schema;
    if (part.isField) into.rows.push(toRow(part, whole, into.options));
    if (isJsonObject(whole)) isWhole = collect(whole, part.path, depth + 1, into) && isWhole;
  }
  return isWhole;
}

/** Schema nested in another schema. */
interface SchemaPart {
  readonly path: string;
  readonly schema: Json;
  /** Whether the schema has its own row. Otherwise, its fields belong to the surrounding value. */
  readonly isField: boolean;
  readonly isRequired?: boolean;
}

function listParts(schema: JsonObject, path: string, book: SchemaBook): readonly SchemaPart[] {
  const required = new Set(arrayAt(schema, 'required'));
  const fields = [...objectAt(schema, 'properties')].map(([key, part]) => {
    return { path: joinPath(path, key), schema: part, isField: true, isRequired: required.has(key) };
  });
  const items = schema.get('items');
  const others = schema.get('additionalProperties');
  const places = isJsonArray(items) ? items : arrayAt(schema, 'prefixItems');
  const alternatives = alternativesOf(schema);
  return [
    ...arrayAt(schema, 'allOf').map((part) => ({ path, schema: part, isField: false })),
    ...fields,
    ...places.map((part, index) => ({ path: `${path}[${index}]`, schema: part, isField: true })),
    ...(isJsonObject(items) ? [{ path: `${path}[]`, schema: items, isField: false }] : []),
    ...(isJsonObject(others) && others.size > 0
      ? [{ path: path === '' ? '*' : `${path}.*`, schema: others, isField: fields.length > 0 }]
      : []),
    ...alternatives.map((part, index) => ({
      path: `${path}${path === '' ? '' : ' '}(${nameAlternative(part, index, book)})`,
      schema: part,
      isField: false,
    })),
  ];
}

function joinPath(path: string, key: string): string {
  if (!/^[\p{L}\p{N}_$-]+$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Returns the name of an alternative: its title, or else the constant that distinguishes it, or else its number. */
function nameAlternative(alternative: Json, index: number, book: SchemaBook): string {
  if (!isJsonObject(alternative)) return String(index + 1);
  const schema = writeOut(alternative, book);
  const title = schema.get('title');
  if (typeof title === 'string' && title !== '') return title.slice(0, maxTitle);
  for (const [key, part] of objectAt(schema, 'properties')) {
    const value = isJsonObject(part) ? (part.get('const') ?? onlyValue(part)) : undefined;
    if (value !== undefined)
      return `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`.slice(0, maxTitle);
  }
  return String(index + 1);
}

const maxTitle = 60;

function onlyValue(schema: JsonObject): Json | undefined {
  const values = arrayAt(schema, 'enum');
  return values.length === 1 ? values[0] : undefined;
}

function toRow({ path, schema: fieldSchema, isRequired }: SchemaPart, whole: Json, options: FieldOptions): FieldRow {
  const type = typeWords(fieldSchema, options.book);
  if (!isJsonObject(whole)) return { path, type, isRequired, meaning: [] };
  const [title, description] = [whole.get('title'), whole.get('description')];
  const about = typeof description === 'string' ? description : typeof title === 'string' ? title : '';
  const lines = [
    parseLine(about),
    constraintWords(whole, label(options)),
    ofParts('Each item: ', whole.get('items'), options),
    ofParts('Each value: ', whole.has('properties') ? undefined : whole.get('additionalProperties'), options),
  ];
  const meaning = joinLines(
    lines.filter((line) => line.length > 0),
    ' ',
  );
  return { path, type, isRequired, meaning };
}

/** Describes the constraints of list items or map values, after a label. */
function ofParts(before: string, part: Json | undefined, options: FieldOptions): Line {
  if (!isJsonObject(part)) return [];
  const whole = writeOut(part, options.book);
  if (whole.has('properties')) return [];
  const said = constraintWords(whole, label(options));
  return said.length === 0 ? [] : [text(before), ...said];
}
