import type { MapEntry, MapNode, SourceNode } from '../../source/source-node.js';
import { childOf, itemsOf, toJson } from '../../source/source-node.js';
import { stringifyJson } from '../../model/json.js';
import { entryFor, isTrueNode, mapNode, scalarNode, sequenceNode } from '../../source/make-node.js';
import type { ApiDialect } from './api-dialect.js';
import { lowerType, typesOf } from './lower-type.js';

/**
 * Rewrites one keyword of a schema as 2020-12 has it; no entries: it says nothing there. What breaks the rules of all
 * versions is complained about and left out.
 */
export type KeywordRule = (entry: MapEntry, schema: MapNode, dialect: ApiDialect) => readonly MapEntry[];

/** The keywords that are kept, with their rules. Keywords that are not listed are of no use to a client. */
export const keywordRules: ReadonlyMap<string, KeywordRule> = new Map<string, KeywordRule>([
  ...listRules(keepText, ['title', 'description']),
  ...listRules(keepString, ['format', 'contentEncoding', 'contentMediaType']),
  ...listRules(keepString, ['$schema', '$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$ref']),
  ...listRules(keepNumber, ['maximum', 'minimum']),
  ...listRules(keepCount, ['maxLength', 'minLength', 'maxItems', 'minItems', 'maxContains', 'minContains']),
  ...listRules(keepCount, ['maxProperties', 'minProperties']),
  ...listRules(keepTrue, ['uniqueItems', 'deprecated', 'readOnly', 'writeOnly']),
  ...listRules(keepSchemaMap, ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']),
  ...listRules(keepSchemaList, ['allOf', 'anyOf', 'oneOf', 'prefixItems']),
  ...listRules(keepSchema, ['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'propertyNames']),
  ...listRules(keepSchema, ['not', 'if', 'then', 'else', 'contains', 'contentSchema']),
  ['exclusiveMaximum', keepBound],
  ['exclusiveMinimum', keepBound],
  ['multipleOf', keepDivisor],
  ['type', lowerType],
  ['items', lowerItems],
  ['required', lowerRequired],
  ['dependentRequired', (entry) => (entry.value.kind === 'map' ? [entry] : [])],
  ['pattern', keepPattern],
  ['enum', lowerEnum],
  ['const', (entry) => [entry]],
  ['default', keepFitting],
  ['example', lowerExample],
  ['examples', lowerExamples],
]);

function listRules(rule: KeywordRule, keywords: readonly string[]): readonly (readonly [string, KeywordRule])[] {
  return keywords.map((keyword) => [keyword, rule]);
}

function refuse(entry: MapEntry, expected: string, { warn }: ApiDialect): readonly MapEntry[] {
  warn(entry.keyLocation, `\`${entry.key}\` must be ${expected}; it is left out.`);
  return [];
}

/** Texts that say nothing are common, and nobody misses them. */
function keepText(entry: MapEntry): readonly MapEntry[] {
  const { value } = entry;
  return value.kind === 'scalar' && typeof value.value === 'string' && value.value.trim() !== '' ? [entry] : [];
}

function keepString(entry: MapEntry, _schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  const { value } = entry;
  return value.kind === 'scalar' && typeof value.value === 'string' ? [entry] : refuse(entry, 'a string', dialect);
}

function numberOf({ value }: MapEntry): number | undefined {
  return value.kind === 'scalar' && typeof value.value === 'number' ? value.value : undefined;
}

function keepNumber(entry: MapEntry, schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  if (numberOf(entry) === undefined) return refuse(entry, 'a number', dialect);
  const exclusive = entry.key === 'maximum' ? 'exclusiveMaximum' : 'exclusiveMinimum';
  return isTrueNode(childOf(schema, exclusive)) ? [] : [entry];
}

/** Up to 3.0 it is a boolean that says something about the bound beside it. */
function keepBound(entry: MapEntry, schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  if (numberOf(entry) !== undefined) return [entry];
  if (entry.value.kind !== 'scalar' || typeof entry.value.value !== 'boolean')
    return refuse(entry, 'a number', dialect);
  const bound = childOf(schema, entry.key === 'exclusiveMaximum' ? 'maximum' : 'minimum');
  const isExclusive = entry.value.value && bound?.kind === 'scalar' && typeof bound.value === 'number';
  return isExclusive ? [{ ...entry, value: bound }] : [];
}

function keepDivisor(entry: MapEntry, _schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  return (numberOf(entry) ?? 0) > 0 ? [entry] : refuse(entry, 'a number greater than 0', dialect);
}

function keepCount(entry: MapEntry, _schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  const number = numberOf(entry) ?? -1;
  return Number.isInteger(number) && number >= 0 ? [entry] : refuse(entry, 'a whole number', dialect);
}

function keepTrue(entry: MapEntry): readonly MapEntry[] {
  return isTrueNode(entry.value) ? [entry] : [];
}

function isSchemaNode(node: SourceNode): boolean {
  return node.kind === 'map' || (node.kind === 'scalar' && typeof node.value === 'boolean');
}

function keepSchema(entry: MapEntry, _schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  return isSchemaNode(entry.value) ? [entry] : refuse(entry, 'a schema', dialect);
}

function keepSchemaList(entry: MapEntry, _schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  const items = itemsOf(entry.value).filter(isSchemaNode);
  if (items.length === 0) return refuse(entry, 'a list of schemas', dialect);
  return [{ ...entry, value: sequenceNode(items, entry.value.location) }];
}

function keepSchemaMap(entry: MapEntry, _schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  const { key, value } = entry;
  if (value.kind !== 'map') return refuse(entry, 'a mapping of schemas', dialect);
  const kept = value.entries.filter((member) => {
    if (key === 'patternProperties' && !isRegularExpression(member.key)) {
      dialect.warn(member.keyLocation, `\`${member.key}\` is no regular expression (ECMAScript, flag \`u\`).`);
      return false;
    }
    if (isSchemaNode(member.value)) return true;
    dialect.warn(member.keyLocation, `\`${member.key}\` must be a schema; it is left out.`);
    return false;
  });
  return [kept.length === value.entries.length ? entry : { ...entry, value: mapNode(kept, value.location) }];
}

/** Positional items are spelt `prefixItems` now. */
function lowerItems(entry: MapEntry, schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  if (entry.value.kind !== 'sequence') return keepSchema(entry, schema, dialect);
  return keepSchemaList({ ...entry, key: 'prefixItems' }, schema, dialect);
}

/** `required: true` in a property is a remnant of older drafts: it never had an effect. */
function lowerRequired(entry: MapEntry, _schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  if (entry.value.kind !== 'sequence') return refuse(entry, 'a list of property names', dialect);
  const names = new Map<string, SourceNode>();
  for (const item of entry.value.items) {
    if (item.kind === 'scalar' && typeof item.value === 'string') names.set(item.value, item);
  }
  return names.size === 0 ? [] : [{ ...entry, value: sequenceNode([...names.values()], entry.value.location) }];
}

function keepPattern(entry: MapEntry, _schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  const { value } = entry;
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return refuse(entry, 'a string', dialect);
  return isRegularExpression(value.value)
    ? [entry]
    : refuse(entry, 'a regular expression (ECMAScript, flag `u`)', dialect);
}

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Values of another type than the schema wants are meant as values of that type: `1.0` where there are strings. */
function lowerEnum(entry: MapEntry, schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  const items = itemsOf(entry.value);
  if (items.length === 0) return refuse(entry, 'a list of values', dialect);
  const types = typesOf(schema);
  const isText = types.length === 1 && types[0] === 'string';
  if (!isText) return [entry];
  const texts = items.map((item) => {
    const isOther = item.kind === 'scalar' && item.value !== null && typeof item.value !== 'string';
    return isOther ? scalarNode(String(item.value), item.location) : item;
  });
  return [{ ...entry, value: sequenceNode(texts, entry.value.location) }];
}

/** A default or example of a type that the schema does not allow helps nobody. */
function keepFitting(entry: MapEntry, schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  if (fitsTypes(entry.value, schema)) return [entry];
  const isNull = entry.value.kind === 'scalar' && entry.value.value === null;
  return isNull ? [] : refuse(entry, `of the type ${typesOf(schema).join(' or ')}`, dialect);
}

/** Examples that are longer than this, as JSON in characters, cost more than they tell. */
const maximalExample = 200;

function lowerExample(entry: MapEntry, schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  if (childOf(schema, 'examples')?.kind === 'sequence' || isLong(entry.value)) return [];
  const kept = keepFitting(entry, schema, dialect);
  return kept.map(({ value }) => entryFor('examples', sequenceNode([value], value.location)));
}

function lowerExamples(entry: MapEntry, schema: MapNode, dialect: ApiDialect): readonly MapEntry[] {
  if (isLong(entry.value)) return [];
  const items = itemsOf(entry.value).filter((item) => keepFitting({ ...entry, value: item }, schema, dialect)[0]);
  return items.length === 0 ? [] : [{ ...entry, value: sequenceNode(items, entry.value.location) }];
}

function isLong(node: SourceNode): boolean {
  return stringifyJson(toJson(node)).length > maximalExample;
}

function fitsTypes(node: SourceNode, schema: MapNode): boolean {
  const types = typesOf(schema);
  if (types.length === 0) return true;
  if (node.kind === 'map') return types.includes('object');
  if (node.kind === 'sequence') return types.includes('array');
  const { value } = node;
  if (value === null) return types.includes('null');
  if (typeof value === 'number') {
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  }
  return types.includes(typeof value);
}
