import { isJsonObject, valueAt } from '../protocol/json-object.js';

/** Maximum length of an outline, in characters. */
const maximalLength = 400;
/** Most schemas inside each other that are read: an outline shows one object, behind lists and wrappers. */
const maximalDepth = 8;

/**
 * Outlines a JSON Schema in one line, in the way of a TypeScript type: `[{ id: integer, title: string, user: object }]`.
 * It shows the names of one level of properties; objects with one property are wrappers and no level. An outline of more than 400
 * characters ends in the number of the other properties: `… 12 more`.
 *
 * @returns `any` for a schema without a type.
 */
export function outlineSchema(schema: unknown): string {
  return outline(schema, schema, { levels: 1, depth: 0 });
}

interface Position {
  /** Levels of properties that may still be shown. */
  readonly levels: number;
  readonly depth: number;
}

function outline(schema: unknown, root: unknown, { levels, depth }: Position): string {
  if (depth > maximalDepth || !isJsonObject(schema)) return 'any';
  const inner = { levels, depth: depth + 1 };
  const reference = schema['$ref'];
  if (typeof reference === 'string') return outline(resolve(reference, root), root, inner);
  if (isJsonObject(schema['properties'])) return outlineObject(schema['properties'], root, inner);
  if (schema['items'] !== undefined) return `[${outline(schema['items'], root, inner)}]`;
  const branches = [schema['anyOf'], schema['oneOf'], schema['allOf']].find((list) => Array.isArray(list));
  const branch = (branches as readonly unknown[] | undefined)?.find(
    (one) => isJsonObject(one) && one['type'] !== 'null',
  );
  if (branch !== undefined) return outline(branch, root, inner);
  return nameType(schema['type']);
}

function outlineObject(properties: object, root: unknown, { levels, depth }: Position): string {
  const members = Object.entries(properties);
  if (levels === 0 || members.length === 0) return 'object';
  const inner = { levels: members.length === 1 ? levels : levels - 1, depth };
  const texts: string[] = [];
  let length = 0;
  for (const [name, property] of members) {
    const text = `${name}: ${outline(property, root, inner)}`;
    length += text.length + 2;
    if (length > maximalLength) break;
    texts.push(text);
  }
  const others = members.length - texts.length;
  return `{ ${[...texts, ...(others > 0 ? [`… ${others} more`] : [])].join(', ')} }`;
}

/** The value that a reference such as `#/$defs/Book` points to. */
function resolve(reference: string, root: unknown): unknown {
  const [start, ...keys] = reference.split('/');
  return start === '#'
    ? valueAt(
        root,
        keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
      )
    : undefined;
}

function nameType(type: unknown): string {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  return types.every((one) => typeof one === 'string') && types.length > 0 ? types.join(' | ') : 'any';
}
