import type { LoweredObject, LoweredSchema } from './lowered-schema.js';
import type { PrintedType } from './print-types.js';

/** Deeper types are left to the library, which may find them too deep. */
const maximalDepth = 32;

/** Says that a type is not plain. */
class NotPlain extends Error {
  override readonly name = 'NotPlain';
}

/**
 * Prints a type as {@link printTypes} does, if it is one that most types are: the library for all of them takes longer to load than
 * these take to be printed, and without this a run with 100 tools takes a twelfth more processor time.
 *
 * @returns `undefined` for intersections, index signatures that speak of other properties too, and what is nested deep.
 */
export function printPlainType(lowered: LoweredSchema): PrintedType | undefined {
  try {
    const text = printType(lowered, 0);
    const isInterface = isObject(lowered);
    const comment = listComment(lowered, isInterface && lowered.deprecated === true);
    return { comment, kind: isInterface ? 'interface' : 'type', text };
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

function isObject(lowered: LoweredSchema): lowered is LoweredSchema & LoweredObject {
  return 'type' in lowered && lowered.type === 'object';
}

function printType(lowered: LoweredSchema, depth: number): string {
  if (depth > maximalDepth || 'allOf' in lowered) throw new NotPlain();
  if ('tsType' in lowered) return lowered.tsType;
  if ('enum' in lowered) return uniteTexts(lowered.enum.map((literal) => JSON.stringify(literal)));
  if ('anyOf' in lowered) return uniteTexts(lowered.anyOf.map((member) => printType(member, depth + 1)));
  if (lowered.type === 'object') return printObject(lowered, depth);
  if (lowered.type !== 'array') return lowered.type;
  const item = printType(lowered.items, depth + 1);
  return item.endsWith('"') ? `(${item})[]` : `${item}[]`;
}

function uniteTexts(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  return different.length === 1 ? (different[0] ?? '') : `(${different.join(' | ')})`;
}

function printObject({ properties, required, additionalProperties: index }: LoweredObject, depth: number): string {
  const needed = new Set(required);
  const members = Object.entries(properties).map(([name, type]) =>
    printMember(`${name}${needed.has(name) ? '' : '?'}`, type, depth),
  );
  if (index !== false) {
    if (!isPlainIndex(index, members.length)) throw new NotPlain();
    members.push(printMember('[k: string]', index, depth));
  }
  return `{\n${members.join('\n')}\n}`;
}

/** The library widens an index signature to what all properties are, and takes unions in it apart. */
function isPlainIndex(index: LoweredSchema, siblings: number): boolean {
  if ('tsType' in index) return index.tsType === 'unknown' || (siblings === 0 && index.tsType === 'never');
  return siblings === 0 && 'type' in index;
}

function printMember(name: string, type: LoweredSchema, depth: number): string {
  const comment = listComment(type, type.deprecated === true);
  return [...comment, `${name}: ${printType(type, depth + 1)}`].join('\n');
}

/** The comment of a declaration or a member; that of the items of an array has no other place. */
function listComment(lowered: LoweredSchema, isDeprecated: boolean): readonly string[] {
  const { description, deprecated } = lowered;
  const items = describeItems(lowered);
  if (description === undefined && items === undefined && deprecated !== true) return [];
  return [
    '/**',
    ...(isDeprecated ? [' * @deprecated'] : []),
    ...(description === undefined ? [] : [` * ${description}`]),
    ...(description === undefined || items === undefined ? [] : [' * ']),
    ...(items === undefined ? [] : [` * Items: ${items}`]),
    ' */',
  ];
}

function describeItems(lowered: LoweredSchema): string | undefined {
  if (!('type' in lowered) || lowered.type !== 'array') return undefined;
  const { items } = lowered;
  return 'type' in items && items.type === 'array' ? undefined : items.description;
}
