import type { SourceLocation } from '../../../core/diagnostics/diagnostic.js';
import { stringifyJson } from '../../../core/model/json.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../../../core/source/make-node.js';
import { explainUnmatchable } from '../../../core/pattern/find-slow-pattern.js';
import { booleanAt, numberAt } from '../../../core/source/read-values.js';
import {
  childOf,
  itemsOf,
  toJson,
  type MapEntry,
  type MapNode,
  type SourceNode,
} from '../../../core/source/source-node.js';
import { readTypes, typesOf } from './schema-types.js';

/**
 * Translates one schema keyword to JSON Schema 2020-12. Returns no entries, after a warning, if the keyword is invalid
 * in all versions.
 */
type KeywordRule = (entry: MapEntry, schema: MapNode, warn: Warn) => readonly MapEntry[];

/** Warns that a part of a schema is omitted. */
type Warn = (location: SourceLocation, message: string) => void;

/** Rules for all keywords that are kept. Clients have no use for other keywords. */
export const keywordRules: ReadonlyMap<string, KeywordRule> = new Map<string, KeywordRule>([
  ...listRules(keepText, 'title description'),
  ...listRules(keepIf(isString, 'a string'), 'format contentEncoding contentMediaType'),
  ...listRules(keepIf(isString, 'a string'), '$schema $id $anchor $dynamicAnchor $dynamicRef $ref'),
  ...listRules(keepBound, 'maximum minimum'),
  ...listRules(keepIf(isCount, 'a whole number'), 'maxLength minLength maxItems minItems maxContains minContains'),
  ...listRules(keepIf(isCount, 'a whole number'), 'maxProperties minProperties'),
  ...listRules((entry) => (scalarOf(entry.value) === true ? [entry] : []), 'uniqueItems deprecated readOnly writeOnly'),
  ...listRules(keepSchemaMap, 'properties patternProperties dependentSchemas $defs definitions'),
  ...listRules(keepSchemaList, 'allOf anyOf oneOf prefixItems'),
  ...listRules(keepIf(isSchema, 'a schema'), 'additionalProperties unevaluatedProperties unevaluatedItems'),
  ...listRules(keepIf(isSchema, 'a schema'), 'propertyNames not if then else contains contentSchema'),
  ...listRules(keepExclusiveBound, 'exclusiveMaximum exclusiveMinimum'),
  ['multipleOf', keepIf((value) => isNumber(value) && Number(scalarOf(value)) > 0, 'a number greater than 0')],
  ['type', translateType],
  ['items', translateItems],
  ['required', translateRequired],
  ['dependentRequired', (entry) => (entry.value.kind === 'map' ? [entry] : [])],
  ['pattern', keepPattern],
  ['enum', translateEnum],
  ['const', (entry) => [entry]],
  ['default', keepFitting],
  ['example', translateExample],
  ['examples', translateExamples],
]);

function listRules(rule: KeywordRule, keywords: string): readonly (readonly [string, KeywordRule])[] {
  return keywords.split(' ').map((keyword) => [keyword, rule]);
}

function refuse(entry: MapEntry, expected: string, warn: Warn): readonly MapEntry[] {
  warn(entry.keyLocation, `\`${entry.key}\` must be ${expected}; it is ignored.`);
  return [];
}

/** Creates a rule for a keyword that keeps its value. */
function keepIf(isValid: (value: SourceNode) => boolean, expected: string): KeywordRule {
  return (entry, _schema, warn) => (isValid(entry.value) ? [entry] : refuse(entry, expected, warn));
}

function scalarOf(node: SourceNode): string | number | boolean | null | undefined {
  return node.kind === 'scalar' ? node.value : undefined;
}

function isString(node: SourceNode): boolean {
  return typeof scalarOf(node) === 'string';
}

function isNumber(node: SourceNode): boolean {
  return typeof scalarOf(node) === 'number';
}

function isCount(node: SourceNode): boolean {
  return Number.isInteger(scalarOf(node)) && Number(scalarOf(node)) >= 0;
}

function isSchema(node: SourceNode): boolean {
  return node.kind === 'map' || typeof scalarOf(node) === 'boolean';
}

/** Empty strings are common and need no warning. */
function keepText(entry: MapEntry): readonly MapEntry[] {
  const text = scalarOf(entry.value);
  return typeof text === 'string' && text.trim() !== '' ? [entry] : [];
}

/** Up to 3.0, `exclusiveMaximum: true` makes the bound next to it exclusive, and replaces it here. */
function keepBound(entry: MapEntry, schema: MapNode, warn: Warn): readonly MapEntry[] {
  if (!isNumber(entry.value)) return refuse(entry, 'a number', warn);
  return booleanAt(schema, entry.key === 'maximum' ? 'exclusiveMaximum' : 'exclusiveMinimum') === true ? [] : [entry];
}

function keepExclusiveBound(entry: MapEntry, schema: MapNode, warn: Warn): readonly MapEntry[] {
  if (isNumber(entry.value)) return [entry];
  const isExclusive = scalarOf(entry.value);
  if (typeof isExclusive !== 'boolean') return refuse(entry, 'a number', warn);
  const key = entry.key === 'exclusiveMaximum' ? 'maximum' : 'minimum';
  const bound = numberAt(schema, key) === undefined ? undefined : childOf(schema, key);
  return isExclusive && bound ? [{ ...entry, value: bound }] : [];
}

function keepSchemaList(entry: MapEntry, _schema: MapNode, warn: Warn): readonly MapEntry[] {
  const items = itemsOf(entry.value).filter(isSchema);
  if (items.length === 0) return refuse(entry, 'a list of schemas', warn);
  return [{ ...entry, value: sequenceNode(items, entry.value.location) }];
}

function keepSchemaMap(entry: MapEntry, _schema: MapNode, warn: Warn): readonly MapEntry[] {
  const { key, value } = entry;
  if (value.kind !== 'map') return refuse(entry, 'a mapping of schemas', warn);
  const kept = value.entries.filter((member) => {
    if (key === 'patternProperties' && !isRegularExpression(member.key)) {
      warn(member.keyLocation, `\`${member.key}\` is not a regular expression (ECMAScript, flag \`u\`).`);
      return false;
    }
    if (key === 'patternProperties' && !isMatchable(member.key, member.keyLocation, warn)) return false;
    if (isSchema(member.value)) return true;
    warn(member.keyLocation, `\`${member.key}\` must be a schema; it is ignored.`);
    return false;
  });
  return [kept.length === value.entries.length ? entry : { ...entry, value: mapNode(kept, value.location) }];
}

/** Translates `type`: replaces type names of OpenAPI 2.0; an unknown name allows every type. */
function translateType(entry: MapEntry, _schema: MapNode, warn: Warn): readonly MapEntry[] {
  const named = readTypes(entry.value);
  for (const { name, node, type } of named) {
    if (type === undefined && name !== 'any') {
      warn(node.location, `\`${name}\` is not a JSON Schema type; any value is allowed.`);
    }
  }
  const types = named.flatMap(({ type }) => type ?? []);
  if (types.length === 0 || types.length < named.length) return [];
  const { location } = entry.value;
  const nodes = [...new Set(types)].map((type) => scalarNode(type, location));
  const [only, ...others] = nodes;
  return [{ ...entry, value: only && others.length === 0 ? only : sequenceNode(nodes, location) }];
}

/** In 2020-12, a list of schemas under `items` is called `prefixItems`. */
function translateItems(entry: MapEntry, schema: MapNode, warn: Warn): readonly MapEntry[] {
  if (entry.value.kind === 'sequence') return keepSchemaList({ ...entry, key: 'prefixItems' }, schema, warn);
  return isSchema(entry.value) ? [entry] : refuse(entry, 'a schema', warn);
}

function translateRequired(entry: MapEntry, _schema: MapNode, warn: Warn): readonly MapEntry[] {
  if (entry.value.kind !== 'sequence') return refuse(entry, 'a list of property names', warn);
  const names = new Map(entry.value.items.filter(isString).map((item) => [scalarOf(item), item]));
  return names.size === 0 ? [] : [{ ...entry, value: sequenceNode([...names.values()], entry.value.location) }];
}

function keepPattern(entry: MapEntry, _schema: MapNode, warn: Warn): readonly MapEntry[] {
  const pattern = scalarOf(entry.value);
  if (typeof pattern !== 'string') return refuse(entry, 'a string', warn);
  if (!isRegularExpression(pattern)) return refuse(entry, 'a regular expression (ECMAScript, flag `u`)', warn);
  return isMatchable(pattern, entry.value.location, warn) ? [entry] : [];
}

function isMatchable(pattern: string, location: SourceLocation, warn: Warn): boolean {
  const reason = explainUnmatchable(pattern);
  if (reason === undefined) return true;
  warn(location, `Pattern \`${pattern}\` is prone to ReDoS, and ${reason}; it is ignored.`);
  return false;
}

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** In a schema of strings, converts other values to strings: YAML parses an unquoted `1.0` as a number. */
function translateEnum(entry: MapEntry, schema: MapNode, warn: Warn): readonly MapEntry[] {
  const items = itemsOf(entry.value);
  if (items.length === 0) return refuse(entry, 'a list of values', warn);
  if (typesOf(schema).join(' ') !== 'string') return [entry];
  const texts = items.map((item) => {
    const isOther = item.kind === 'scalar' && item.value !== null && typeof item.value !== 'string';
    return isOther ? scalarNode(String(item.value), item.location) : item;
  });
  return [{ ...entry, value: sequenceNode(texts, entry.value.location) }];
}

/** Keeps a default or an example if the schema allows its type. */
function keepFitting(entry: MapEntry, schema: MapNode, warn: Warn): readonly MapEntry[] {
  if (fitsTypes(entry.value, schema)) return [entry];
  const isNull = scalarOf(entry.value) === null;
  return isNull ? [] : refuse(entry, `of the type ${typesOf(schema).join(' or ')}`, warn);
}

/** Maximum number of characters in examples, as JSON. */
const maxExample = 200;

function translateExample(entry: MapEntry, schema: MapNode, warn: Warn): readonly MapEntry[] {
  if (childOf(schema, 'examples')?.kind === 'sequence' || isLong(entry.value)) return [];
  const kept = keepFitting(entry, schema, warn);
  return kept.map(({ value }) => entryFor('examples', sequenceNode([value], value.location)));
}

function translateExamples(entry: MapEntry, schema: MapNode, warn: Warn): readonly MapEntry[] {
  if (isLong(entry.value)) return [];
  const items = itemsOf(entry.value).filter((item) => keepFitting({ ...entry, value: item }, schema, warn)[0]);
  return items.length === 0 ? [] : [{ ...entry, value: sequenceNode(items, entry.value.location) }];
}

function isLong(node: SourceNode): boolean {
  return stringifyJson(toJson(node)).length > maxExample;
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
