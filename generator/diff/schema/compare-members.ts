import { isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import { referredName } from '../../schema/map-schema.js';
import type { Comparison, SchemaPart } from './comparison.js';
import { mapAt } from './declared-names.js';
import { knownValues, listAt, ownValues } from './known-values.js';
import { meaningOf, valueText } from './meaning.js';
import type { Schema, SchemaWorld } from './schema-world.js';

/** Tells how schemas differ that all hold: `allOf`, and a `$ref` with something beside it. */
export function compareConjunctions(comparison: Comparison): void {
  const [old, recent] = [comparison.old, comparison.new].map((schema) => [
    ...(schema.has('$ref') ? [{ schema: new Map([['$ref', schema.get('$ref') ?? '']]), steps: ['$ref'] }] : []),
    ...membersAt(schema, 'allOf'),
  ]);
  const effects = comparison.effectsOf('$ref', 'allOf');
  const { pairs, removed, added } = pairMembers(old ?? [], recent ?? [], comparison.prover.world);
  for (const [before, after] of pairs) comparison.compareConjuncts(before, after, effects);
  for (const { schema, steps } of added) {
    if (!effects.narrows || !comparison.refusesOld(schema)) continue;
    comparison.tell({
      rule: 'constraint-added',
      message: `\`${steps[0]}\`: one more schema has to hold`,
      narrows: 'yes',
      steps,
    });
  }
  for (const { schema, steps } of removed) {
    if (!effects.widens || !comparison.refusesNew(schema)) continue;
    const message = `\`${steps[0]}\`: a schema does not have to hold any more`;
    comparison.tell({ rule: 'constraint-removed', message, widens: 'yes', side: 'old', steps });
  }
}

/** Tells how schemas differ of which one holds: `anyOf` and `oneOf`, also when one became the other. */
export function compareAlternatives(comparison: Comparison): void {
  const keywords = ['anyOf', 'oneOf'];
  const [old, recent] = [comparison.old, comparison.new].map((schema) => keywords.filter((one) => schema.has(one)));
  const [before, after] = [old?.[0], recent?.[0]];
  if (before !== undefined && after !== undefined && before !== after && old?.length === 1 && recent?.length === 1) {
    return compareLists(comparison, before, after);
  }
  for (const keyword of keywords) compareLists(comparison, keyword, keyword);
}

function compareLists(comparison: Comparison, oldKeyword: string, newKeyword: string): void {
  const effects = comparison.effectsOf(oldKeyword, newKeyword);
  const [old, recent] = [membersAt(comparison.old, oldKeyword), membersAt(comparison.new, newKeyword)];
  if (old.length === 0 || recent.length === 0)
    return tellLists(comparison, oldKeyword, old.length > 0, recent.length > 0);
  const { pairs, removed, added } = pairMembers(old, recent, comparison.prover.world);
  for (const [before, after] of pairs) comparison.compareParts(before, after, effects);
  for (const { schema, steps } of added) {
    if (!effects.widens || comparison.prover.isContained(schema, comparison.old)) continue;
    const message = `\`${newKeyword}\` has one more member`;
    comparison.tell({ rule: 'alternative-added', message, widens: 'yes', steps });
  }
  for (const { schema, steps } of removed) {
    if (!effects.narrows || comparison.prover.isContained(schema, comparison.new)) continue;
    const message = `\`${oldKeyword}\` has one member less`;
    comparison.tell({ rule: 'alternative-removed', message, narrows: 'yes', side: 'old', steps });
  }
}

/** The keyword is there on one side only, if at all. */
function tellLists(comparison: Comparison, keyword: string, wasThere: boolean, isThere: boolean): void {
  const { narrows, widens } = comparison.effectsOf(keyword);
  if (isThere && narrows) {
    const message = `\`${keyword}\` added`;
    comparison.tell({ rule: 'constraint-added', message, narrows: 'yes', steps: [keyword] });
  }
  if (wasThere && widens) {
    const message = `\`${keyword}\` removed`;
    comparison.tell({ rule: 'constraint-removed', message, widens: 'yes', side: 'old', steps: [keyword] });
  }
}

function membersAt(schema: JsonObject, keyword: string): readonly SchemaPart[] {
  return listAt(schema, keyword).map((member, index) => ({
    schema: member as Schema,
    steps: [keyword, String(index)],
  }));
}

/** Members that belong together: those with the same meaning, else with the same name or mark, else the only ones left. */
function pairMembers(old: readonly SchemaPart[], recent: readonly SchemaPart[], world: SchemaWorld) {
  const pairs: (readonly [SchemaPart, SchemaPart])[] = [];
  let [removed, added] = [old, recent];
  const pairBy = (labelOf: (member: SchemaPart) => string | undefined): void => {
    for (const before of removed) {
      const label = labelOf(before);
      const after = label === undefined ? undefined : added.find((member) => labelOf(member) === label);
      if (!after) continue;
      pairs.push([before, after]);
      removed = removed.filter((member) => member !== before);
      added = added.filter((member) => member !== after);
    }
  };
  pairBy(({ schema }) => meaningOf(schema));
  pairBy(({ schema }) => nameOf(schema, world));
  pairBy(({ schema }) => markOf(schema, world));
  if (removed.length === 1) pairBy(() => (added.length === 1 ? 'only' : undefined));
  return { pairs, removed, added };
}

function nameOf(schema: Json, world: SchemaWorld): string | undefined {
  const name = isJsonObject(schema) ? referredName(schema) : undefined;
  return name === undefined ? undefined : world.definitions.get(name)?.name;
}

/** A constant property that tells a schema from its neighbours, else its types. */
function markOf(schema: Json, world: SchemaWorld): string | undefined {
  const target = isJsonObject(schema) ? world.definitions.get(referredName(schema) ?? '')?.schema : undefined;
  const followed = target ?? schema;
  if (!isJsonObject(followed)) return undefined;
  for (const [name, property] of mapAt(followed, 'properties') ?? []) {
    const [value, ...others] = (isJsonObject(property) ? ownValues(property).values : undefined) ?? [];
    if (value !== undefined && others.length === 0) return `${name}=${valueText(value)}`;
  }
  return [...knownValues(followed, world).types].toSorted().join();
}
