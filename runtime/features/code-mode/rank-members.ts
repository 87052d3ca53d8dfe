import { isObject, lookUp, type Schema } from './schema.js';

/** A member of an object: its name and its schema. */
export type SchemaMember = readonly [name: string, schema: unknown];

/** Names of links to web pages or to the object itself, best first; only one link is kept. */
const mainLinks = ['html_url', 'htmlUrl', 'web_url', 'webUrl', 'permalink', 'hosted_url', 'url', 'href'];
const linkName = /(?:^|_)(?:url|urls|uri|href|links)$|(?:Url|Uri|Href)$/u;
/** Names of IDs other than `id`, and of type markers. */
const otherIds: ReadonlySet<string> = new Set(['node_id', 'gravatar_id', 'etag', '__typename', 'expand', 'self']);
/** Names of members that identify or describe an object. */
const telling: ReadonlySet<string> = new Set(
  'id key number name login full_name fullName title slug ref sha label email state status type message body amount data'
    .split(' ')
    .concat('items total count total_count has_more next_cursor nextCursor description summary value text'.split(' ')),
);
const timeName = /(?:_at|At|_time|Time|_date|Date|created|updated|modified)$/u;

/**
 * Sorts the members of a result object by importance: identifiers, other values, objects, times, and switches. Links
 * other than the main link, secondary IDs and deprecated members are omitted. The sort is stable.
 */
export function rankMembers(members: readonly SchemaMember[], required: ReadonlySet<unknown>): readonly SchemaMember[] {
  const main = mainLinks.find((link) => members.some(([name]) => name === link));
  const hasId = members.some(([name]) => name === 'id' || name === 'key' || name === 'sha' || name === 'number');
  const kept = members.filter(([name, schema]) => {
    if (linkName.test(name) && isScalar(schema)) return name === main;
    return !(hasId && otherIds.has(name)) && name !== '_links' && !isDeprecated(schema);
  });
  return rank(kept.length === 0 ? members : kept, (member) => rankOf(member) + (required.has(member[0]) ? 0 : 0.5));
}

/** Sorts required members before the others. */
export function requiredFirst(
  members: readonly SchemaMember[],
  required: ReadonlySet<unknown>,
): readonly SchemaMember[] {
  return rank(members, ([name, schema]) => (required.has(name) ? 0 : isDeprecated(schema) ? 2 : 1));
}

function rank(members: readonly SchemaMember[], rankOf: (member: SchemaMember) => number): readonly SchemaMember[] {
  return members
    .map((member) => [rankOf(member), member] as const)
    .toSorted(([left], [right]) => left - right)
    .map(([, member]) => member);
}

function rankOf([name, schema]: SchemaMember): number {
  if (telling.has(name)) return 0;
  const { type, format, const: constant, enum: values } = isObject(schema) ? schema : {};
  if (constant !== undefined || (Array.isArray(values) && values.length === 1)) return 6;
  if (format === 'date-time' || format === 'unix-time' || timeName.test(name)) return 3;
  if (linkName.test(name)) return 4;
  if (hasType(type, 'boolean')) return 5;
  return isScalar(schema) ? 1 : 2;
}

function isDeprecated(schema: unknown): boolean {
  return isObject(schema) && schema['deprecated'] === true;
}

function hasType(type: unknown, wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.includes(wanted));
}

function isScalar(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { type, enum: values } = schema;
  return Array.isArray(values) || ['string', 'number', 'integer', 'boolean'].some((each) => hasType(type, each));
}

/** Maximum number of members of an object that only wraps a list. */
const maxEnvelope = 8;

/** Whether an object only wraps a list of objects, such as a page. */
export function isEnvelope(members: readonly SchemaMember[]): boolean {
  const lists = members.filter(([, schema]) => isObject(schema) && hasType(schema['type'], 'array'));
  return lists.length === 1 && members.length <= maxEnvelope;
}

/** Whether a schema refers to a definition of an object with known members. */
export function refersToRecord(schema: unknown, root: Schema): boolean {
  const { $ref: reference } = isObject(schema) ? schema : {};
  const target = typeof reference === 'string' ? lookUp(root, reference) : undefined;
  return isObject(target) && isObject(target['properties']);
}
