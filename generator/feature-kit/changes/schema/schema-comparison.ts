import type { Json, JsonObject } from '../../../core/model/json.js';
import { below, type Place, type SidedPlace } from '../../../core/model/place.js';
import type { Certainty, SchemaRule } from '../change-rules.js';
import { knownValues, type ValueType } from './known-values.js';
import type { DeclaredProperties, Schema, SchemaVersions, Side } from './schema-versions.js';

/** One difference between two schemas. */
export interface SchemaChange {
  readonly rule: SchemaRule;
  /** Whether the new schema rejects a value that the old one accepts. */
  readonly narrows: Certainty;
  /** Whether the new schema accepts a value that the old one rejects. */
  readonly widens: Certainty;
  /** Path in a value, such as `address`, `lines` or `[]`. */
  readonly trail: readonly string[];
  readonly place: SidedPlace;
  readonly message: string;
  readonly help?: string;
}

/** A pair of schemas to compare. */
export interface SchemaPair {
  readonly old: Schema;
  readonly new: Schema;
  readonly oldPlace: Place;
  readonly newPlace: Place;
  readonly trail: readonly string[];
  /** Outermost schemas that apply to the same value; present if this pair is a part of them (`allOf`, `anyOf`, …). */
  readonly whole?: { readonly old: Schema; readonly new: Schema };
  readonly doubt: Doubt;
}

/** Reasons why a change to a part can affect the whole schema differently. */
export interface Doubt {
  /** Whether the effect on the whole is uncertain, because another alternative may accept the value. */
  readonly isUncertain?: boolean;
  /** Whether the effect on the whole may be reversed: if fewer alternatives accept a value, `oneOf` may accept it. */
  readonly isReversible?: boolean;
}

/** A subschema with its path. */
export interface SchemaPart {
  readonly schema: Json;
  readonly steps: readonly string[];
}

/** Change reported by a rule. Default for both effects: `no`. */
export interface FoundChange extends Pick<SchemaChange, 'rule' | 'message' | 'help'> {
  readonly narrows?: Certainty;
  readonly widens?: Certainty;
  /** Side on which the change is located. Default: `new`. */
  readonly side?: Side;
  /** Path below the schemas being compared. */
  readonly steps?: readonly string[];
  /** Path below the value being compared. */
  readonly trail?: readonly string[];
  /**
   * Whether a subschema for the same value was added or removed. Another change to the same schema may compensate for it.
   */
  readonly isRestructuring?: boolean;
}

/** Comparison of two schema objects. Rules report changes to it. */
export class SchemaComparison {
  readonly old: JsonObject;
  readonly new: JsonObject;
  readonly versions: SchemaVersions;
  /** Types that both schemas allow. Keywords for other types have no effect. */
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

  /** Returns the properties that one side declares for the value being compared. */
  declared(side: Side): DeclaredProperties {
    const properties =
      this.#declared.get(side) ?? this.versions.declaredProperties((this.#pair.whole ?? this.#pair)[side], side);
    this.#declared.set(side, properties);
    return properties;
  }

  report(change: FoundChange): void {
    this.#found.push(change);
  }

  /** Reports a keyword or subschema that exists on only one side. */
  reportConstraint(side: Side, message: string, steps: readonly string[], certainty: Certainty = 'yes'): void {
    const isRestructuring = steps.some((step) => ['$ref', 'allOf', 'anyOf', 'oneOf'].includes(step));
    const at = { message, side, steps, isRestructuring };
    if (side === 'new') this.report({ rule: 'constraint-added', narrows: certainty, ...at });
    else this.report({ rule: 'constraint-removed', widens: certainty, ...at });
  }

  /** Compares the schemas for the part of the value at `trail`. */
  compareParts(old: SchemaPart, recent: SchemaPart, trail: readonly string[], doubt: Doubt = {}): void {
    this.#found.push(
      this.#comparePair({ ...this.#pairOf(old, recent, doubt), trail: [...this.#pair.trail, ...trail] }),
    );
  }

  /** Compares subschemas that apply to the same value. */
  compareInPlace(old: SchemaPart, recent: SchemaPart, doubt: Doubt = {}): void {
    this.#found.push(this.#comparePair({ ...this.#pairOf(old, recent, doubt), whole: this.#pair.whole ?? this.#pair }));
  }

  /** Lists all changes of these schemas and their parts, with their effects on the whole schema. */
  listChanges(): readonly SchemaChange[] {
    const { doubt } = this.#pair;
    const ownChanges = this.#found.filter((found) => 'rule' in found);
    const isRestructured = ownChanges.length > 1 && ownChanges.some((change) => change.isRestructuring);
    // Siblings of `unevaluatedProperties` and `unevaluatedItems` determine which members count as evaluated.
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
