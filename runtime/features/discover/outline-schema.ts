import { isJsonObject } from '../../wire/json.js';
import { valueAt } from '../../wire/value-at.js';

/**
 * Maximum total length of an object's properties that are shown with types, and of property names that are shown
 * without types, in characters.
 */
const maxTyped = 400;
const maxNames = 200;
/** Maximum number of properties of an object that wraps a list, such as a page. */
const maxEnvelope = 8;
/** Names of properties that occur only in objects that are more than list wrappers. */
const identities: ReadonlySet<string> = new Set(['id', '_id', 'key', 'uuid', 'name']);
/** Maximum depth of nested schemas that are read. An outline shows one object, inside lists and wrappers. */
const maxDepth = 8;

/**
 * Outlines a JSON Schema on one line, like a TypeScript type: `[{ id: integer, title: string, user: object }]`. It
 * shows the names of one level of properties; objects with one property, or with one list of objects and few other
 * properties, are wrappers and do not count as a level. Properties beyond 400 characters are shown only by name, and
 * properties beyond another 200 characters are only counted: `… also url, owner and 12 more`.
 *
 * @returns `any` for a schema without a type.
 */
export function outlineSchema(schema: unknown): string {
  return outline(schema, schema, { levels: 1, depth: 0 });
}

interface Position {
  /** Remaining number of property levels that can be shown. */
  readonly levels: number;
  readonly depth: number;
}

function outline(schema: unknown, root: unknown, { levels, depth }: Position): string {
  if (depth > maxDepth || !isJsonObject(schema)) return 'any';
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
  const list = findWrapped(members, root);
  const texts: string[] = [];
  let length = 0;
  for (const [name, property] of members) {
    const text = `${name}: ${outline(property, root, name === list ? { levels, depth } : inner)}`;
    // The list of a page has its own limit.
    length += (name === list ? name.length : text.length) + 2;
    if (length > maxTyped) break;
    texts.push(text);
  }
  const others = listUntyped(members.slice(texts.length).map(([name]) => name));
  return `{ ${[...texts, ...(others === '' ? [] : [`… also ${others}`])].join(', ')} }`;
}

/** Finds the property that an object such as a page wraps: its only list of objects. */
function findWrapped(
  members: readonly (readonly [name: string, schema: unknown])[],
  root: unknown,
): string | undefined {
  if (members.length > maxEnvelope || members.some(([name]) => identities.has(name))) return undefined;
  const lists = members.filter(
    ([, schema]) => outline(schema, root, { levels: 0, depth: maxDepth - 3 }) === '[object]',
  );
  return lists.length === 1 ? lists[0]?.[0] : undefined;
}

/** Lists names without types, up to a limit. A single remaining name is shown, not counted. */
function listUntyped(names: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const [index, name] of names.entries()) {
    length += name.length + 2;
    if (length > maxNames && index < names.length - 1) break;
    shown.push(name);
  }
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}

/** Resolves a reference such as `#/$defs/Book`. */
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
