import type { JsonObject } from '../../model/json.js';
import { below } from '../../model/place.js';
import type { SchemaRule } from '../schema-rules.js';
import type { Certainty } from '../severity.js';
import type { Prover } from './prover.js';
import { noEffects, uniteEffects, type Effects, type SchemaChange, type SchemaPair } from './schema-change.js';
import type { Schema, Side } from './schema-world.js';

/** A change as it is told while schemas are compared. */
export interface ToldChange {
  readonly rule: SchemaRule;
  readonly message: string;
  readonly narrows?: Certainty;
  readonly widens?: Certainty;
  /** Default: the new one. */
  readonly side?: Side;
  /** Where, below the schemas that are compared. */
  readonly steps?: readonly string[];
  readonly trail?: readonly string[];
  readonly help?: string;
}

/** A schema that is part of another one, and the keys that lead to it. */
export interface SchemaPart {
  readonly schema: Schema;
  readonly steps: readonly string[];
}

/** Two schema objects while they are compared, keyword by keyword. */
export class Comparison {
  readonly old: JsonObject;
  readonly new: JsonObject;
  readonly pair: SchemaPair;
  readonly prover: Prover;
  /** Compares schemas that are part of these, and says what that does. */
  readonly compare: (pair: SchemaPair) => Effects;
  /** What was told so far that it does. */
  explained: Effects = noEffects;
  readonly #tell: (change: SchemaChange) => void;
  readonly #narrowing: ReadonlySet<string>;
  readonly #widening: ReadonlySet<string>;

  constructor(
    pair: SchemaPair & { readonly old: JsonObject; readonly new: JsonObject },
    effects: Effects,
    prover: Prover,
    compare: (pair: SchemaPair) => Effects,
    tell: (change: SchemaChange) => void,
  ) {
    this.old = pair.old;
    this.new = pair.new;
    this.pair = pair;
    this.prover = prover;
    this.compare = compare;
    this.#tell = tell;
    this.#narrowing = effects.narrows ? prover.findUnproven(pair.old, pair.new) : new Set();
    this.#widening = effects.widens ? prover.findUnproven(pair.new, pair.old) : new Set();
  }

  /** What changes of some keywords may do to the whole. */
  effectsOf(...keywords: readonly string[]): Effects {
    return {
      narrows: keywords.some((keyword) => this.#narrowing.has(keyword)),
      widens: keywords.some((keyword) => this.#widening.has(keyword)),
    };
  }

  /** Whether a schema refuses something that the old one accepts, as far as anybody can tell. */
  refusesOld(schema: Schema): boolean {
    return !this.prover.isContained(this.old, schema);
  }

  /** Whether a schema refuses something that the new one accepts, as far as anybody can tell. */
  refusesNew(schema: Schema): boolean {
    return !this.prover.isContained(this.new, schema);
  }

  /** Tells a change. */
  tell({ narrows = 'no', widens = 'no', side = 'new', ...change }: ToldChange): void {
    const { trail, oldPlace, newPlace } = this.pair;
    this.explained = uniteEffects(this.explained, { narrows: narrows !== 'no', widens: widens !== 'no' });
    this.#tell({
      rule: change.rule,
      narrows,
      widens,
      side,
      place: below(side === 'old' ? oldPlace : newPlace, ...(change.steps ?? [])),
      trail: [...trail, ...(change.trail ?? [])],
      message: change.message,
      ...(change.help !== undefined && { help: change.help }),
    });
  }

  /**
   * Compares parts.
   *
   * @param trail Where they are in a value, below the value that is compared.
   */
  compareParts(old: SchemaPart, recent: SchemaPart, limits: Effects, trail: readonly string[] = []): void {
    this.#comparePair({ ...this.#pairOf(old, recent, limits), trail: [...this.pair.trail, ...trail] });
  }

  /** Compares schemas of the same value that hold together with others. */
  compareConjuncts(old: SchemaPart, recent: SchemaPart, limits: Effects): void {
    const whole = this.pair.whole ?? { old: this.old, new: this.new };
    this.#comparePair({ ...this.#pairOf(old, recent, limits), whole });
  }

  #pairOf(old: SchemaPart, recent: SchemaPart, limits: Effects): SchemaPair {
    return {
      old: old.schema,
      new: recent.schema,
      oldPlace: below(this.pair.oldPlace, ...old.steps),
      newPlace: below(this.pair.newPlace, ...recent.steps),
      trail: this.pair.trail,
      limits,
    };
  }

  #comparePair(pair: SchemaPair): void {
    this.explained = uniteEffects(this.explained, this.compare(pair));
  }
}
