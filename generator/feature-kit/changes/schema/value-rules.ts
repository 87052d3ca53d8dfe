import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../core/model/json.js';
import type { Place } from '../../../core/model/place.js';
import { annotationKeywords } from '../../../core/schema/keywords.js';
import type { SchemaRule } from '../change-rules.js';
import { allTypes, knownValues, without, type KnownValues, type ValueType } from './known-values.js';
import type { SchemaChange, SchemaComparison, SchemaPair } from './schema-comparison.js';

/** Keywords that do not restrict values, with their places. */
export type Annotations = ReadonlyMap<string, { readonly value: Json; readonly place: Place }>;

/** Reports changes to `title`, `description`, `default`, `x-…` and other keywords that do not restrict values. */
export function compareAnnotations(old: Annotations, recent: Annotations, pair: SchemaPair): readonly SchemaChange[] {
  const keywords = [...new Set([...old.keys(), ...recent.keys()])];
  return keywords.flatMap((keyword): SchemaChange[] => {
    const [before, after] = [old.get(keyword), recent.get(keyword)];
    if (before && after && stringifyJson(before.value) === stringifyJson(after.value)) return [];
    const verb = before ? (after ? 'changed' : 'removed') : 'added';
    const shown = after && !isJsonObject(after.value) && keyword !== 'description' ? `: ${showValue(after.value)}` : '';
    return [
      {
        rule: ruleOfAnnotation(keyword, verb),
        narrows: 'no',
        widens: 'no',
        trail: pair.trail,
        place: { ...(after?.place ?? before?.place ?? pair.newPlace), side: after ? 'new' : 'old' },
        message: `\`${keyword}\` ${verb}${shown}`,
      },
    ];
  });
}

function ruleOfAnnotation(keyword: string, verb: 'added' | 'changed' | 'removed'): SchemaRule {
  if (keyword === 'default') return `default-${verb}`;
  if (keyword === 'x-mcp-header') return 'header-changed';
  if (/^content(?:Encoding|MediaType|Schema)$/u.test(keyword)) return 'content-changed';
  return annotationKeywords.has(keyword) ? 'schema-documentation-changed' : 'schema-extension-changed';
}

/** Reports changes to `type`, `enum` and `const`. */
export function compareTypes(comparison: SchemaComparison): void {
  const [old, recent] = [knownValues(comparison.old), knownValues(comparison.new)];
  const steps = [['enum', 'const', 'type'].find((keyword) => comparison.new.has(keyword)) ?? ''];
  if (old.values && recent.values && (old.isListed || recent.isListed)) {
    const removed = without(old.values, recent.values);
    const added = without(recent.values, old.values);
    if (removed.length > 0) {
      const message = `no longer allowed: ${listValues(removed)}`;
      comparison.report({ rule: 'enum-value-removed', message, narrows: 'yes', steps });
    }
    if (added.length > 0) {
      const message = `now allowed: ${listValues(added)}`;
      comparison.report({ rule: 'enum-value-added', message, widens: 'yes', steps });
    }
    return;
  }
  const hasLost = [...old.types].some((type) => !recent.types.has(type));
  const hasGained = [...recent.types].some((type) => !old.types.has(type));
  const message = `${showKnown(recent)} instead of ${showKnown(old)}`;
  const [narrows, widens] = [hasLost ? 'yes' : 'no', hasGained ? 'yes' : 'no'] as const;
  if (recent.isListed) comparison.report({ rule: 'enum-added', message, narrows: 'yes', widens, steps });
  else if (old.isListed) comparison.report({ rule: 'enum-removed', message, narrows, widens: 'yes' });
  else if (hasLost && hasGained) comparison.report({ rule: 'type-changed', message, narrows, widens, steps });
  else if (hasLost) comparison.report({ rule: 'type-narrowed', message, narrows, steps });
  else if (hasGained) comparison.report({ rule: 'type-widened', message, widens, steps });
}

/** A keyword that limits a number, length or count. */
interface LimitKind {
  /** The inclusive keyword, followed by the exclusive one if it exists. */
  readonly keywords: readonly string[];
  readonly isMinimum: boolean;
  /** Types that the keywords limit. */
  readonly types: readonly ValueType[];
}

const limitKinds: readonly LimitKind[] = [
  { keywords: ['minimum', 'exclusiveMinimum'], isMinimum: true, types: ['integer', 'fraction'] },
  { keywords: ['maximum', 'exclusiveMaximum'], isMinimum: false, types: ['integer', 'fraction'] },
  { keywords: ['minLength'], isMinimum: true, types: ['string'] },
  { keywords: ['maxLength'], isMinimum: false, types: ['string'] },
  { keywords: ['minItems'], isMinimum: true, types: ['array'] },
  { keywords: ['maxItems'], isMinimum: false, types: ['array'] },
  { keywords: ['minProperties'], isMinimum: true, types: ['object'] },
  { keywords: ['maxProperties'], isMinimum: false, types: ['object'] },
];

/** Reports changes to minima and maxima. */
export function compareLimits(comparison: SchemaComparison): void {
  // A limit might not exclude any of the values that `const` or `enum` lists.
  const areListed = [comparison.old, comparison.new].every((schema) => knownValues(schema).isListed);
  for (const kind of limitKinds) {
    const types = kind.types.filter((type) => comparison.types.has(type));
    if (types.length === 0) continue;
    const onlyIntegers = !types.includes('fraction');
    const order = compareStrictness(
      limitOf(comparison.old, kind, onlyIntegers),
      limitOf(comparison.new, kind, onlyIntegers),
    );
    if (order === 0) continue;
    const message = describeChange(kind.keywords, comparison.old, comparison.new);
    const steps = kind.keywords.filter((keyword) => comparison.new.has(keyword)).slice(0, 1);
    const certainty = areListed ? 'maybe' : 'yes';
    if (order > 0) comparison.report({ rule: 'limit-tightened', message, narrows: certainty, steps });
    else comparison.report({ rule: 'limit-relaxed', message, widens: certainty, steps });
  }
}

/** An upper limit, or a negated lower limit, so that a smaller value is always stricter. */
interface Limit {
  readonly value: number;
  readonly isExclusive: boolean;
}

/**
 * Returns the strictest limit among the keywords of a kind. An exclusive limit on integers is converted to the equivalent inclusive limit.
 */
function limitOf(schema: JsonObject, { keywords, isMinimum }: LimitKind, onlyIntegers: boolean): Limit {
  const limits = keywords.flatMap((keyword, index): Limit[] => {
    const limitValue = schema.get(keyword);
    if (typeof limitValue !== 'number') return [];
    const limit = { value: isMinimum ? -limitValue : limitValue, isExclusive: index === 1 };
    return [onlyIntegers ? roundLimit(limit) : limit];
  });
  return limits.toSorted(compareStrictness)[0] ?? { value: Infinity, isExclusive: false };
}

function roundLimit({ value, isExclusive }: Limit): Limit {
  const rounded = Math.floor(value);
  return { value: isExclusive && rounded === value ? value - 1 : rounded, isExclusive: false };
}

/** Returns a negative number if the first limit is stricter. */
function compareStrictness(one: Limit, other: Limit): number {
  if (one.value !== other.value) return one.value < other.value ? -1 : 1;
  return Number(other.isExclusive) - Number(one.isExclusive);
}

/** Keywords that are compared as text, with the types that they restrict. Interdependent keywords are grouped. */
const constraints: readonly { readonly keywords: readonly string[]; readonly types?: readonly ValueType[] }[] = [
  { keywords: ['multipleOf'], types: ['integer', 'fraction'] },
  { keywords: ['pattern'], types: ['string'] },
  { keywords: ['format'] },
  { keywords: ['uniqueItems'], types: ['array'] },
  { keywords: ['contains', 'minContains', 'maxContains'], types: ['array'] },
  { keywords: ['unevaluatedItems'], types: ['array'] },
  { keywords: ['patternProperties'], types: ['object'] },
  { keywords: ['propertyNames'], types: ['object'] },
  { keywords: ['dependentRequired'], types: ['object'] },
  { keywords: ['dependentSchemas'], types: ['object'] },
  { keywords: ['unevaluatedProperties'], types: ['object'] },
  { keywords: ['not'] },
  { keywords: ['if', 'then', 'else'] },
  { keywords: ['$dynamicRef'] },
];

/** Reports changes to keywords whose restrictions cannot be compared. */
export function compareConstraints(comparison: SchemaComparison): void {
  // A limit may exclude none of the values that `const` or `enum` lists.
  const areListed = [comparison.old, comparison.new].every((schema) => knownValues(schema).isListed);
  for (const { keywords, types } of constraints) {
    if (types && !types.some((type) => comparison.types.has(type))) continue;
    const [old, recent] = [pickKeywords(comparison.old, keywords), pickKeywords(comparison.new, keywords)];
    if (comparison.versions.meaningOf(old, 'old') === comparison.versions.meaningOf(recent, 'new')) continue;
    const message = describeChange(keywords, old, recent);
    const steps = [...(recent.size > 0 ? recent : old).keys()].slice(0, 1);
    if ((old.size > 0 && recent.size > 0) || keywords[0] === 'patternProperties') {
      const help = 'The generator cannot tell whether this allows more or fewer values. Compare the two yourself.';
      const effects = { narrows: 'maybe', widens: 'maybe', side: recent.size > 0 ? 'new' : 'old' } as const;
      comparison.report({ rule: 'constraint-changed', message, ...effects, steps, help });
    } else {
      const isCertain = !areListed && !keywords[0]?.startsWith('unevaluated');
      comparison.reportConstraint(recent.size > 0 ? 'new' : 'old', message, steps, isCertain ? 'yes' : 'maybe');
    }
  }
}

function pickKeywords(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return new Map([...schema].filter(([keyword]) => keywords.includes(keyword)));
}

/** Describes a change to keywords, such as "maximum: 20 instead of maximum: 50". */
function describeChange(keywords: readonly string[], old: JsonObject, recent: JsonObject): string {
  const [before = [], after = []] = [old, recent].map((schema) =>
    keywords.flatMap((keyword) => {
      const value = schema.get(keyword);
      return value === undefined ? [] : [`\`${keyword}: ${showValue(value)}\``];
    }),
  );
  if (before.length === 0) return `${after.join(' and ')} added`;
  if (after.length === 0) return `${before.join(' and ')} removed`;
  return `${after.join(' and ')} instead of ${before.join(' and ')}`;
}

const maxShown = 60;

function showValue(value: Json): string {
  const text = stringifyJson(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

function listValues(values: readonly Json[]): string {
  const shown = values.slice(0, 5).map((value) => `\`${showValue(value)}\``);
  const hidden = values.length - shown.length;
  return [...shown, ...(hidden > 0 ? [`${hidden} more`] : [])].join(', ');
}

function showKnown({ types, values = [], isListed }: KnownValues): string {
  if (isListed) return `only ${listValues(values)}`;
  if (types.size === allTypes.length) return 'anything';
  const isNumber = types.has('integer') && types.has('fraction');
  const names = [...types].flatMap((type): string[] => {
    if (type === 'fraction') return [isNumber ? 'number' : 'fraction'];
    return type === 'integer' && isNumber ? [] : [type];
  });
  return names.length === 0 ? 'nothing' : names.toSorted().join(' or ');
}
