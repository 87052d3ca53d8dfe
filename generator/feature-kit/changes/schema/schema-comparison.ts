import type { Json, JsonObject } from '../../../core/model/json.js';
import { below, type Place, type SidedPlace } from '../../../core/model/place.js';
import type { Certainty, SchemaRule } from '../change-rules.js';
import { knownValues, type ValueType } from './known-values.js';
import type { DeclaredProperties, Schema, SchemaVersions, Side } from './schema-versions.js';

/** One difference between two schemas. */
export interface SchemaChange {
  readonly rule: SchemaRule;
  /** The new schema refuses a value that the old one accepts. */
  readonly narrows: Certainty;
  /** The new schema accepts a value that the old one refuses. */
  readonly widens: Certainty;
  /** Path in a value: `address`, `lines`, `[]`. */
  readonly trail: readonly string[];
  readonly place: SidedPlace;
  readonly message: string;
  readonly help?: string;
}

/** Two schemas that are compared. */
export interface SchemaPair {
  readonly old: Schema;
  readonly new: Schema;
  readonly oldPlace: Place;
  readonly newPlace: Place;
  readonly trail: readonly string[];
  /** The outermost schemas for the same value, where this pair is a part of them: `allOf`, `anyOf`, …. */
  readonly whole?: { readonly old: Schema; readonly new: Schema };
  readonly doubt: Doubt;
}

/** Reasons why a change of a part may have another effect on the whole schema. */
export interface Doubt {
  /** The effect on the whole is not certain: another alternative may accept the value. */
  readonly isUncertain?: boolean;
  /** The effect on the whole may be the reverse: one alternative less that accepts a value can make `oneOf` accept it. */
  readonly isReversible?: boolean;
}

/** A subschema and the keys that lead to it. */
export interface SchemaPart {
  readonly schema: Json;
  readonly steps: readonly string[];
}

/** A change as a rule reports it. Default for both effects: `no`. */
export interface FoundChange extends Pick<SchemaChange, 'rule' | 'message' | 'help'> {
  readonly narrows?: Certainty;
  readonly widens?: Certainty;
  /** Default: `new`. */
  readonly side?: Side;
  /** Keys below the schemas that are compared. */
  readonly steps?: readonly string[];
  /** Path below the value that is compared. */
  readonly trail?: readonly string[];
  /** A subschema for the same value was added or removed: another change of the same schema may make up for it. */
  readonly isRestructuring?: boolean;
}

/** Comparison of two schema objects, keyword by keyword. The rules report their changes to it. */
export class SchemaComparison {
  readonly old: JsonObject;
  readonly new: JsonObject;
  readonly versions: SchemaVersions;
  /** Types that both schemas allow: a keyword for another type has no effect. */
  readonly types: ReadonlySet<ValueType>;
  readonly #pair: SchemaPair;
  readonly #comparePair: (pair: SchemaPair) => readonly SchemaChange[];
  readonly #found: (FoundChange | readonly SchemaChange[])[] = [];
  readonly #declared = new Map<Side, DeclaredProperties>();

  constructor(
    pair: SchemaPair & { readonly old: JsonObject; readonly new: JsonObject },
    versions: SchemaVersions,
    comparePair: (pair: SchemaPair) => readonly SchemaChange[],
  ) {
    this.#pair = pair;
    this.old = pair.old;
    this.new = pair.new;
    this.versions = versions;
    this.#comparePair = comparePair;
    const recent = knownValues(this.new).types;
    this.types = new Set([...knownValues(this.old).types].filter((type) => recent.has(type)));
  }

  /** Properties that one side declares for the value that is compared. */
  declared(side: Side): DeclaredProperties {
    const properties =
      this.#declared.get(side) ?? this.versions.declaredProperties((this.#pair.whole ?? this.#pair)[side], side);
    this.#declared.set(side, properties);
    return properties;
  }

  /** Reports a change. */
  report(change: FoundChange): void {
    this.#found.push(change);
  }

  /** Reports a keyword or subschema that one side only has. */
  reportConstraint(side: Side, message: string, steps: readonly string[], certainty: Certainty = 'yes'): void {
    const isRestructuring = steps.some((step) => ['$ref', 'allOf', 'anyOf', 'oneOf'].includes(step));
    const at = { message, side, steps, isRestructuring };
    if (side === 'new') this.report({ rule: 'constraint-added', narrows: certainty, ...at });
    else this.report({ rule: 'constraint-removed', widens: certainty, ...at });
  }

  /** Compares the schemas of a part of the value; `trail` leads to that part. */
  compareParts(old: SchemaPart, recent: SchemaPart, trail: readonly string[], doubt: Doubt = {}): void {
    this.#found.push(
      this.#comparePair({ ...this.#pairOf(old, recent, doubt), trail: [...this.#pair.trail, ...trail] }),
    );
  }

  /** Compares subschemas for the same value. */
  compareInPlace(old: SchemaPart, recent: SchemaPart, doubt: Doubt = {}): void {
    this.#found.push(this.#comparePair({ ...this.#pairOf(old, recent, doubt), whole: this.#pair.whole ?? this.#pair }));
  }

  /** All changes of these two schemas and of their parts; what surrounds a change is part of its effects. */
  listChanges(): readonly SchemaChange[] {
    const { doubt } = this.#pair;
    const ownChanges = this.#found.filter((found) => 'rule' in found);
    const isRestructured = ownChanges.length > 1 && ownChanges.some((change) => change.isRestructuring);
    // The keywords beside `unevaluatedProperties` and `unevaluatedItems` decide which members count as evaluated.
    const isEvaluating =
      ownChanges.length > 0 && (this.declared('old').hasUnevaluated || this.declared('new').hasUnevaluated);
    return this.#found.flatMap((found) => {
      if (!('rule' in found)) return found;
      const { narrows = 'no', widens = 'no', side = 'new', ...change } = found;
      const weigh = (effect: Certainty, reverse: Certainty): Certainty => {
        if (effect === 'yes') return doubt.isUncertain || isRestructured ? 'maybe' : 'yes';
        return isEvaluating || (doubt.isReversible && reverse !== 'no') ? 'maybe' : effect;
      };
      return {
        rule: change.rule,
        narrows: weigh(narrows, widens),
        widens: weigh(widens, narrows),
        place: { ...below(this.#pair[side === 'old' ? 'oldPlace' : 'newPlace'], ...(change.steps ?? [])), side },
        trail: [...this.#pair.trail, ...(change.trail ?? [])],
        message: change.message,
        ...(change.help !== undefined && { help: change.help }),
      };
    });
  }

  #pairOf(old: SchemaPart, recent: SchemaPart, doubt: Doubt): SchemaPair {
    return {
      old: old.schema as Schema,
      new: recent.schema as Schema,
      oldPlace: below(this.#pair.oldPlace, ...old.steps),
      newPlace: below(this.#pair.newPlace, ...recent.steps),
      trail: this.#pair.trail,
      doubt: { ...this.#pair.doubt, ...doubt },
    };
  }
}
