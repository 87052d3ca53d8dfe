import { isJsonArray, stringifyJson, type Json, type JsonObject } from '../../model/json.js';
import { boundKinds, boundOf, isWithin } from './bounds.js';
import type { Comparison } from './comparison.js';
import { allTypes, knownValues, type KnownValues, type ValueType } from './known-values.js';
import { meaningOf, pickKeywords, valueText } from './meaning.js';

/** Tells how `type`, `enum` and `const` differ. */
export function compareTypes(comparison: Comparison): void {
  const effects = comparison.effectsOf('type', 'enum', 'const');
  if (!effects.narrows && !effects.widens) return;
  const { world } = comparison.prover;
  const old = knownValues(comparison.old, world);
  const recent = knownValues(comparison.new, world);
  const [wasListed, isListed] = [listsValues(comparison.old), listsValues(comparison.new)];
  if (wasListed && isListed) return compareLists(comparison, old, recent);
  const narrows = effects.narrows ? 'yes' : 'no';
  const widens = effects.widens ? 'yes' : 'no';
  if (isListed) {
    const message = `only ${listValues(recent.values ?? [])} instead of ${showTypes(old.types)}`;
    return comparison.tell({ rule: 'enum-added', message, narrows, widens, steps: [keywordOf(comparison.new)] });
  }
  if (wasListed) {
    const message = `${showTypes(recent.types)} instead of only ${listValues(old.values ?? [])}`;
    return comparison.tell({ rule: 'enum-removed', message, narrows, widens });
  }
  compareTypeSets(comparison, old.types, recent.types);
}

function compareTypeSets(comparison: Comparison, old: ReadonlySet<ValueType>, recent: ReadonlySet<ValueType>): void {
  const narrows = [...old].some((type) => !recent.has(type));
  const widens = [...recent].some((type) => !old.has(type));
  if (!narrows && !widens) return;
  comparison.tell({
    rule: narrows && widens ? 'type-changed' : narrows ? 'type-narrowed' : 'type-widened',
    message: `${showTypes(recent)} instead of ${showTypes(old)}`,
    narrows: narrows ? 'yes' : 'no',
    widens: widens ? 'yes' : 'no',
    steps: ['type'],
  });
}

function compareLists(comparison: Comparison, old: KnownValues, recent: KnownValues): void {
  const removed = without(old.values ?? [], recent.values ?? []);
  const added = without(recent.values ?? [], old.values ?? []);
  const steps = [keywordOf(comparison.new)];
  if (removed.length > 0) {
    const message = `no longer allowed: ${listValues(removed)}`;
    comparison.tell({ rule: 'enum-value-removed', message, narrows: 'yes', steps });
  }
  if (added.length > 0) {
    comparison.tell({ rule: 'enum-value-added', message: `allowed now: ${listValues(added)}`, widens: 'yes', steps });
  }
}

/** Tells how minima and maxima differ. */
export function compareBounds(comparison: Comparison): void {
  for (const kind of boundKinds) {
    const keywords = [kind.keyword, ...(kind.exclusive === undefined ? [] : [kind.exclusive])];
    const effects = comparison.effectsOf(...keywords);
    if (!effects.narrows && !effects.widens) continue;
    const old = boundOf([comparison.old], kind, false);
    const recent = boundOf([comparison.new], kind, false);
    const message = describeChange(keywords, comparison.old, comparison.new);
    const steps = keywords.filter((keyword) => comparison.new.has(keyword)).slice(0, 1);
    if (effects.narrows && !isWithin(old, recent, kind.end)) {
      comparison.tell({ rule: 'limit-tightened', message, narrows: 'yes', steps });
    }
    if (effects.widens && !isWithin(recent, old, kind.end)) {
      comparison.tell({ rule: 'limit-relaxed', message, widens: 'yes', steps });
    }
  }
}

/** Keywords that are looked at together, and are not told in more detail than that they are another. */
const constraints: readonly (readonly string[])[] = [
  ['multipleOf'],
  ['pattern'],
  ['format'],
  ['uniqueItems'],
  ['contains', 'minContains', 'maxContains'],
  ['propertyNames'],
  ['dependentRequired'],
  ['dependentSchemas'],
  ['unevaluatedProperties'],
  ['unevaluatedItems'],
  ['not'],
  ['if', 'then', 'else'],
];

/** Tells how other keywords differ. */
export function compareConstraints(comparison: Comparison): void {
  for (const keywords of constraints) {
    const { narrows, widens } = comparison.effectsOf(...keywords);
    const [old, recent] = [pickKeywords(comparison.old, keywords), pickKeywords(comparison.new, keywords)];
    if ((!narrows && !widens) || meaningOf(old) === meaningOf(recent)) continue;
    const message = describeChange(keywords, old, recent);
    const steps = [...recent.keys()].slice(0, 1);
    if (old.size > 0 && recent.size > 0) {
      const help = 'Whether that allows more or less cannot be computed: look at it.';
      const certainties = { narrows: narrows ? 'maybe' : 'no', widens: widens ? 'maybe' : 'no' } as const;
      comparison.tell({ rule: 'constraint-changed', message, ...certainties, steps, help });
    } else if (recent.size > 0) {
      comparison.tell({ rule: 'constraint-added', message, narrows: narrows ? 'yes' : 'no', steps });
    } else {
      comparison.tell({ rule: 'constraint-removed', message, widens: widens ? 'yes' : 'no' });
    }
  }
}

/** `maximum: 20` instead of `maximum: 50`. */
export function describeChange(keywords: readonly string[], old: JsonObject, recent: JsonObject): string {
  const [before, after] = [old, recent].map((schema) =>
    keywords.flatMap((keyword) => {
      const value = schema.get(keyword);
      return value === undefined ? [] : [`\`${keyword}: ${showValue(value)}\``];
    }),
  );
  if (!before?.length) return `${after?.join(' and ')} added`;
  if (!after?.length) return `${before.join(' and ')} removed`;
  return `${after.join(' and ')} instead of ${before.join(' and ')}`;
}

const maximalShown = 60;

/** A value as JSON, cut when it is long. */
export function showValue(value: Json): string {
  const text = stringifyJson(value);
  return text.length > maximalShown ? `${text.slice(0, maximalShown)}…` : text;
}

function listValues(values: readonly Json[]): string {
  const shown = values.slice(0, 5).map((value) => `\`${showValue(value)}\``);
  const hidden = values.length - shown.length;
  return [...shown, ...(hidden > 0 ? [`${hidden} more`] : [])].join(', ');
}

function showTypes(types: ReadonlySet<ValueType>): string {
  if (types.size === allTypes.length) return 'anything';
  const isNumber = types.has('integer') && types.has('fraction');
  const names = [...types].flatMap((type): string[] => {
    if (type === 'fraction') return [isNumber ? 'number' : 'fraction'];
    return type === 'integer' && isNumber ? [] : [type];
  });
  return names.length === 0 ? 'nothing' : names.toSorted().join(' or ');
}

function listsValues(schema: JsonObject): boolean {
  return isJsonArray(schema.get('enum')) || schema.has('const');
}

function keywordOf(schema: JsonObject): string {
  return schema.has('enum') ? 'enum' : 'const';
}

function without(values: readonly Json[], others: readonly Json[]): readonly Json[] {
  const texts = new Set(others.map(valueText));
  return values.filter((value) => !texts.has(valueText(value)));
}
