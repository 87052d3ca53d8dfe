import { arrayAt, isJsonObject, objectAt, type Json, type JsonObject } from '../../../core/model/json.js';
import { referredName } from '../../../core/schema/map-schema.js';
import { knownValues, valueText, without } from './known-values.js';
import type { SchemaComparison, SchemaPart } from './schema-comparison.js';
import { isRestricting, type SchemaVersions, type Side } from './schema-versions.js';

/** A member of `allOf`, `anyOf` or `oneOf`, or a `$ref` with sibling keywords. */
interface Member extends SchemaPart {
  readonly side: Side;
}

/** Reports changes to schemas that apply in addition to the other keywords: `allOf`, and a `$ref` with sibling keywords. */
export function compareConjunctions(comparison: SchemaComparison): void {
  const [old, recent] = (['old', 'new'] as const).map((side) => {
    const reference = comparison[side].get('$ref');
    const referred = { schema: new Map([['$ref', reference ?? '']]), steps: ['$ref'], side };
    return [...(reference === undefined ? [] : [referred]), ...membersAt(comparison, side, 'allOf')];
  });
  const { pairs, single } = pairMembers(old ?? [], recent ?? [], comparison.versions);
  for (const [before, after] of pairs) comparison.compareInPlace(before, after);
  for (const { side, steps } of single) {
    comparison.reportConstraint(
      side,
      `\`${steps[0]}\`: one ${side === 'new' ? 'more' : 'fewer'} schema must match`,
      steps,
    );
  }
}

const alternativeKeywords = ['anyOf', 'oneOf'] as const;

type AlternativeKeyword = (typeof alternativeKeywords)[number];

/**
 * Compares a schema that consists of `anyOf` or `oneOf` with a schema that has neither, which is treated as one
 * alternative per type. For other schemas, reports nothing and returns `false`.
 */
export function compareSplitSchema(comparison: SchemaComparison): boolean {
  const [before, after] = [keywordsOf(comparison.old), keywordsOf(comparison.new)];
  const [split, whole] = before.length > 0 ? [comparison.old, after] : [comparison.new, before];
  const [keyword] = [...before, ...after];
  const isAlone = [...split.keys()].filter(isRestricting).length === 1;
  if (keyword === undefined || !isAlone || whole.length > 0) return false;
  compareLists(comparison, keyword, keyword);
  return true;
}

function keywordsOf(schema: JsonObject): readonly AlternativeKeyword[] {
  return alternativeKeywords.filter((keyword) => schema.has(keyword));
}

/** Reports changes to `anyOf` and `oneOf`, including a change from one to the other. */
export function compareAlternatives(comparison: SchemaComparison): void {
  const { old, new: recent } = comparison;
  const [before, after] = [keywordsOf(old), keywordsOf(recent)];
  if (before.length === 1 && after.length === 1 && before[0] && after[0]) {
    return compareLists(comparison, before[0], after[0]);
  }
  for (const keyword of alternativeKeywords) {
    const [had, has] = [old.has(keyword), recent.has(keyword)];
    if (had && has) compareLists(comparison, keyword, keyword);
    else if (has) comparison.reportConstraint('new', `\`${keyword}\` added`, [keyword]);
    else if (had) comparison.reportConstraint('old', `\`${keyword}\` removed`, [keyword]);
  }
}

function compareLists(comparison: SchemaComparison, oldKeyword: AlternativeKeyword, keyword: AlternativeKeyword): void {
  const [old, recent] = [alternativesOf(comparison, 'old', oldKeyword), alternativesOf(comparison, 'new', keyword)];
  const { pairs, single } = pairMembers(old, recent, comparison.versions);
  const areExclusive = [old, recent].every((members) => areExclusiveMembers(members, comparison.versions));
  const isOne = { old: oldKeyword === 'oneOf' && !areExclusive, new: keyword === 'oneOf' && !areExclusive };
  const doubt = areExclusive ? {} : { isUncertain: true, ...((isOne.old || isOne.new) && { isReversible: true }) };
  for (const [before, after] of pairs) comparison.compareInPlace(before, after, doubt);
  const certainty = areExclusive ? 'yes' : 'maybe';
  for (const { side, steps } of single) {
    const reverse = isOne[side] ? 'maybe' : 'no';
    const at = { side, steps };
    if (side === 'new') {
      const message = `\`${keyword}\` has one more member`;
      comparison.report({ rule: 'alternative-added', message, widens: certainty, narrows: reverse, ...at });
    } else {
      const message = `\`${oldKeyword}\` has one fewer member`;
      comparison.report({ rule: 'alternative-removed', message, narrows: certainty, widens: reverse, ...at });
    }
  }
  if (isOne.old === isOne.new) return;
  const message = `\`${keyword}\` instead of \`${oldKeyword}\`: values that match several members are now ${isOne.new ? 'refused' : 'allowed'}`;
  comparison.report({ rule: 'schema-changed', message, [isOne.new ? 'narrows' : 'widens']: 'maybe', steps: [keyword] });
}

/** Returns the members of a keyword. A schema without the keyword is treated as one member per type. */
function alternativesOf(comparison: SchemaComparison, side: Side, keyword: AlternativeKeyword): readonly Member[] {
  const schema = comparison[side];
  if (schema.has(keyword)) return membersAt(comparison, side, keyword);
  const restrictions = [...schema].filter(([name]) => isRestricting(name));
  const types = [schema.get('type') ?? []].flat();
  if (types.length < 2) return [{ schema: new Map(restrictions), steps: [], side }];
  return types.map((type) => ({ schema: new Map(restrictions).set('type', type), steps: [], side }));
}

function membersAt(comparison: SchemaComparison, side: Side, keyword: string): readonly Member[] {
  return arrayAt(comparison[side], keyword).map((schema, index) => ({ schema, steps: [keyword, String(index)], side }));
}

/**
 * Pairs corresponding members by meaning, then by name, then by discriminant; finally, if exactly one member remains on
 * each side, pairs these two.
 */
function pairMembers(old: readonly Member[], recent: readonly Member[], versions: SchemaVersions) {
  const pairs: (readonly [Member, Member])[] = [];
  let [removed, added] = [old, recent];
  const pairBy = (labelOf: (member: Member) => string | undefined): void => {
    for (const before of removed) {
      const label = labelOf(before);
      const after = label === undefined ? undefined : added.find((member) => labelOf(member) === label);
      if (!after) continue;
      pairs.push([before, after]);
      removed = removed.filter((member) => member !== before);
      added = added.filter((member) => member !== after);
    }
  };
  pairBy(({ schema, side }) => versions.meaningOf(schema, side));
  pairBy(({ schema }) => (isJsonObject(schema) ? referredName(schema) : undefined));
  pairBy((member) => discriminantOf(followMember(member, versions)));
  if (removed.length === 1) pairBy(() => (added.length === 1 ? 'only' : undefined));
  return { pairs, single: [...added, ...removed] };
}

function followMember({ schema, side }: Member, versions: SchemaVersions): Json {
  return (isJsonObject(schema) ? versions.target(schema, side) : undefined) ?? schema;
}

/** Returns the first property with a constant value, or else the types. */
function discriminantOf(schema: Json): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  for (const [name, property] of objectAt(schema, 'properties')) {
    const [value, ...others] = (isJsonObject(property) && knownValues(property).values) || [];
    if (value !== undefined && others.length === 0) return `${name}=${valueText(value)}`;
  }
  return [...knownValues(schema).types].toSorted().join();
}

/**
 * Whether no value can match two of the members, because their types, or the listed values of a required property, are
 * disjoint.
 */
function areExclusiveMembers(members: readonly Member[], versions: SchemaVersions): boolean {
  const schemas = members.map((member) => followMember(member, versions));
  return schemas.every((schema, index) => schemas.slice(index + 1).every((other) => areExclusive(schema, other)));
}

function areExclusive(one: Json, other: Json): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return one === false || other === false;
  const [types, otherTypes] = [knownValues(one).types, knownValues(other).types];
  const common = [...types].filter((type) => otherTypes.has(type));
  if (common.length === 0) return true;
  if (common.some((type) => type !== 'object')) return areDisjoint(one, other);
  return [...objectAt(one, 'properties')].some(([name, property]) => {
    const otherProperty = objectAt(other, 'properties').get(name);
    const isRequired = [one, other].every((schema) => arrayAt(schema, 'required').includes(name));
    return isRequired && isJsonObject(property) && isJsonObject(otherProperty) && areDisjoint(property, otherProperty);
  });
}

/** Whether two schemas both list their allowed values and have none in common. */
function areDisjoint(one: JsonObject, other: JsonObject): boolean {
  const [values, others] = [knownValues(one).values, knownValues(other).values];
  return values !== undefined && others !== undefined && without(values, others).length === values.length;
}
