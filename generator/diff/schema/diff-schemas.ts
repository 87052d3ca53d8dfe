import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../model/json.js';
import type { SchemaModel } from '../../model/model.js';
import type { Place } from '../../model/place.js';
import type { Certainty } from '../severity.js';
import { compareAnnotations } from './compare-annotations.js';
import { compareItems } from './compare-items.js';
import { compareAlternatives, compareConjunctions } from './compare-members.js';
import { compareProperties } from './compare-properties.js';
import { compareBounds, compareConstraints, compareTypes } from './compare-values.js';
import { Comparison } from './comparison.js';
import { followReference } from './follow-reference.js';
import type { Prover } from './prover.js';
import { noEffects, uniteEffects, type Effects, type SchemaChange, type SchemaPair } from './schema-change.js';
import type { Schema } from './schema-world.js';

/** A schema of a model and where it stands. */
export interface PlacedSchema {
  readonly schema: SchemaModel;
  readonly place: Place;
}

/**
 * Everything in which two schemas differ, and what that does. When no change narrows, whatever the old schema accepts is
 * accepted by the new one, and when none widens the other way round; see {@link Prover} for what is taken for granted.
 */
export function diffSchemas(old: PlacedSchema, recent: PlacedSchema, prover: Prover): readonly SchemaChange[] {
  const [before, after] = [prover.world.adopt(old.schema, 'old'), prover.world.adopt(recent.schema, 'new')];
  if (stringifyJson(before) === stringifyJson(after)) return [];
  const differ = new SchemaDiffer(prover);
  const limits = { narrows: true, widens: true };
  const pair = { old: before, new: after, oldPlace: old.place, newPlace: recent.place, trail: [], limits };
  const effects = differ.compare(pair);
  const changes = withoutRepetition(differ.changes);
  const told = { trail: [], side: 'new', place: recent.place } as const;
  const narrows = effects.narrows && changes.every((change) => change.narrows === 'no') ? 'maybe' : 'no';
  const widens = effects.widens && changes.every((change) => change.widens === 'no') ? 'maybe' : 'no';
  if (narrows === 'maybe' || widens === 'maybe') {
    return [...changes, { ...told, rule: 'schema-changed', narrows, widens, message: incomparable }];
  }
  if (changes.length > 0) return changes;
  const message = 'the schema is written differently and allows the same';
  return [{ ...told, rule: 'schema-rewritten', narrows, widens, message }];
}

const incomparable = 'the schema is another one, and what it allows cannot be compared';

/** What was told of the same place twice, because it is reached on two ways, is told once with the worse of both. */
function withoutRepetition(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  const byKey = new Map<string, SchemaChange>();
  for (const change of changes) {
    const key = JSON.stringify([change.rule, change.side, change.place, change.message]);
    const first = byKey.get(key);
    byKey.set(key, first ? { ...first, ...worseOf(first, change) } : change);
  }
  return [...byKey.values()];
}

function worseOf(left: SchemaChange, right: SchemaChange): Pick<SchemaChange, 'narrows' | 'widens'> {
  const worse = (one: Certainty, other: Certainty): Certainty =>
    one === 'yes' || other === 'yes' ? 'yes' : one === 'maybe' ? one : other;
  return { narrows: worse(left.narrows, right.narrows), widens: worse(left.widens, right.widens) };
}

/** Nesting beyond this depth is not told in detail. */
const maximalDepth = 60;

/** Goes through two schemas side by side. Proofs say what a change does, and the way through says what changed. */
class SchemaDiffer {
  readonly changes: SchemaChange[] = [];
  readonly #prover: Prover;
  readonly #visited = new Map<Schema, Map<Schema, Effects>>();
  #depth = 0;

  constructor(prover: Prover) {
    this.#prover = prover;
  }

  /** Compares two schemas that are about the same value, and says what the difference does. */
  readonly compare = (pair: SchemaPair): Effects => {
    const { world } = this.#prover;
    const old = followReference(pair.old, pair.oldPlace, world);
    const recent = followReference(pair.new, pair.newPlace, world);
    const isKnown = this.#visit(old.schema, recent.schema, pair.limits);
    if (!isKnown || pair.old !== old.schema)
      this.#tellAll(compareAnnotations(old.annotations, recent.annotations, pair));
    const effects = this.#findEffects(old.schema, recent.schema, pair.limits);
    if (isKnown || old.schema === recent.schema) return effects;
    const places = { oldPlace: old.place, newPlace: recent.place };
    this.#explain({ ...pair, ...places, old: asObject(old.schema), new: asObject(recent.schema) }, effects);
    return effects;
  };

  #findEffects(old: Schema, recent: Schema, limits: Effects): Effects {
    if (old === recent || (!limits.narrows && !limits.widens)) return noEffects;
    return {
      narrows: limits.narrows && !this.#prover.isContained(old, recent),
      widens: limits.widens && !this.#prover.isContained(recent, old),
    };
  }

  #explain(pair: SchemaPair & { readonly old: JsonObject; readonly new: JsonObject }, effects: Effects): void {
    const comparison = new Comparison(pair, effects, this.#prover, this.compare, (change) => this.#tellAll([change]));
    if (this.#depth < maximalDepth) {
      this.#depth++;
      compareTypes(comparison);
      compareBounds(comparison);
      compareConstraints(comparison);
      compareProperties(comparison);
      compareItems(comparison);
      compareConjunctions(comparison);
      compareAlternatives(comparison);
      this.#depth--;
    }
    const { explained } = comparison;
    const narrows = effects.narrows && !explained.narrows;
    const widens = effects.widens && !explained.widens;
    if (!narrows && !widens) return;
    const certainties = { narrows: narrows ? 'maybe' : 'no', widens: widens ? 'maybe' : 'no' } as const;
    comparison.tell({ rule: 'schema-changed', message: incomparable, ...certainties });
  }

  /** Whether two schemas were compared before, looking for as much; what is in them was told then. */
  #visit(old: Schema, recent: Schema, limits: Effects): boolean {
    if (!isJsonObject(old) || !isJsonObject(recent)) return false;
    const visited = this.#visited.get(old) ?? new Map<Schema, Effects>();
    this.#visited.set(old, visited);
    const before = visited.get(recent);
    visited.set(recent, uniteEffects(before ?? noEffects, limits));
    return before !== undefined && (before.narrows || !limits.narrows) && (before.widens || !limits.widens);
  }

  #tellAll(changes: readonly SchemaChange[]): void {
    this.changes.push(...changes);
  }
}

/** A schema object that says the same. */
function asObject(schema: Json): JsonObject {
  if (isJsonObject(schema)) return schema;
  return new Map(schema === false ? [['not', new Map()]] : []);
}
