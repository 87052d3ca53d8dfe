import { isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import { referredName } from '../../schema/map-schema.js';
import { keywordChecks } from './keyword-checks.js';
import { listAt } from './known-values.js';
import { meaningOf, valueText } from './meaning.js';
import { assume, premiseOf, propertyPremise, splitPremise, type Premise } from './premise.js';
import type { SchemaWorld } from './schema-world.js';

/** More steps than these are not taken; what is not proven then counts as unproven. */
const maximalSteps = 20_000;

/** Nesting beyond this depth is not looked into. */
const maximalDepth = 120;

/**
 * Proves that what some schemas accept is accepted by another one. It errs on one side only: what it proves is so, as long
 * as objects have no properties that their schema, although it lists some, says nothing about. What it does not prove may
 * be so all the same.
 */
export class Prover {
  readonly world: SchemaWorld;
  #steps = 0;
  #depth = 0;
  #assumptionsUsed = 0;
  readonly #open = new Set<string>();
  readonly #settled = new Map<string, boolean>();
  readonly #ids = new Map<string, number>();

  constructor(world: SchemaWorld) {
    this.world = world;
  }

  /** Whether every value of the first schema is proven to be one of the second. */
  isContained(narrow: Json, wide: Json): boolean {
    if (meaningOf(narrow) === meaningOf(wide)) return true;
    this.#steps = 0;
    return this.isAccepted(wide, premiseOf([narrow], this.world));
  }

  /** Keywords of the second schema that are not proven to accept every value of the first. */
  findUnproven(narrow: Json, wide: JsonObject): ReadonlySet<string> {
    if (meaningOf(narrow) === meaningOf(wide)) return new Set();
    this.#steps = 0;
    const premise = premiseOf([narrow], this.world);
    if (this.isImpossible(premise)) return new Set();
    const failing = [...keywordChecks].filter(([keyword, check]) => wide.has(keyword) && !check(premise, wide, this));
    return new Set(failing.map(([keyword]) => keyword));
  }

  /** Whether every value that a premise speaks of is proven to be valid under a schema. */
  isAccepted(schema: Json, premise: Premise): boolean {
    if (schema === false) return this.isImpossible(premise);
    if (!isJsonObject(schema)) return true;
    const meaning = meaningOf(schema);
    if (meaning === '{}' || premise.parts.some((part) => meaningOf(part) === meaning)) return true;
    return this.#settle(`${this.#idOf(meaning)} < ${this.#keyOf(premise)}`, () => {
      if (this.isImpossible(premise)) return true;
      return [...keywordChecks].every(([keyword, check]) => !schema.has(keyword) || check(premise, schema, this));
    });
  }

  /** The definition that a schema refers to. */
  targetOf(schema: JsonObject): Json {
    return this.world.definitions.get(referredName(schema) ?? '')?.schema ?? true;
  }

  /** Whether each value is valid under at least one of the schemas. */
  isAcceptedByOne(schemas: readonly Json[], premise: Premise): boolean {
    if (schemas.some((schema) => this.isAccepted(schema, premise))) return true;
    return this.#inEachCase(premise, (part) => this.isAcceptedByOne(schemas, part));
  }

  /** Whether each value is valid under exactly one of the schemas. */
  isAcceptedByExactlyOne(schemas: readonly Json[], premise: Premise): boolean {
    const isOnly = (position: number): boolean =>
      schemas.every((other, index) => index === position || this.isRefused(other, premise));
    if (schemas.some((schema, position) => this.isAccepted(schema, premise) && isOnly(position))) return true;
    return this.#inEachCase(premise, (part) => this.isAcceptedByExactlyOne(schemas, part));
  }

  /** Whether no value is valid under the schema. */
  isRefused(schema: Json, premise: Premise): boolean {
    const isExcluded = premise.parts.some(
      (part) => part.has('not') && meaningOf(part.get('not') ?? true) === meaningOf(schema),
    );
    if (isExcluded || schema === false) return true;
    return this.isImpossible(assume(premise, schema, this.world));
  }

  /** Whether there is no value at all that a premise speaks of. */
  isImpossible(premise: Premise): boolean {
    const { types } = premise.known;
    if (types.size === 0) return true;
    const isObject = types.size === 1 && types.has('object');
    if (!isObject && premise.unions.length === 0) return false;
    return this.#settle(`none < ${this.#keyOf(premise)}`, () => {
      if (isObject && this.#lacksProperty(premise)) return true;
      const cases = premise.unions.length > 0 ? splitPremise(premise, this.world) : undefined;
      return cases?.every((part) => this.isImpossible(part)) ?? false;
    });
  }

  /** Whether a property has to be there and no value of it is possible. */
  #lacksProperty(premise: Premise): boolean {
    const required = premise.parts.flatMap((part) => listAt(part, 'required'));
    return [...new Set(required)].some((name) => {
      if (typeof name !== 'string') return false;
      const property = propertyPremise(premise, name, this.world);
      return property === undefined || this.isImpossible(property);
    });
  }

  /** A text that is the same for premises that say the same. */
  #keyOf({ parts, unions, known, declared }: Premise): string {
    const restrictions = [...new Set(parts.map((part) => this.#idOf(meaningOf(part))))].toSorted();
    const open = unions.map((members) => this.#idOf(members.map(meaningOf).join(' or '))).toSorted();
    const names = [declared.lists, declared.open, [...declared.names].toSorted(), declared.patterns.toSorted()];
    const values = known.values?.map(valueText).join() ?? '*';
    return [restrictions, open, this.#idOf(JSON.stringify(names)), [...known.types].toSorted(), values].join('|');
  }

  /** A short name of a text. */
  #idOf(text: string): number {
    const id = this.#ids.get(text) ?? this.#ids.size;
    this.#ids.set(text, id);
    return id;
  }

  #inEachCase(premise: Premise, isProven: (part: Premise) => boolean): boolean {
    if (this.#isExhausted()) return false;
    this.#depth++;
    const isProvenInEach = splitPremise(premise, this.world)?.every(
      (part) => this.isImpossible(part) || isProven(part),
    );
    this.#depth--;
    return isProvenInEach ?? false;
  }

  #isExhausted(): boolean {
    return this.#depth >= maximalDepth || ++this.#steps > maximalSteps;
  }

  /**
   * Remembers results. A question that comes up again while it is being answered is by then about a part of the value,
   * and values are finite: it may be taken as answered with yes. What rests on that is not remembered.
   */
  #settle(question: string, prove: () => boolean): boolean {
    const settled = this.#settled.get(question);
    if (settled !== undefined) return settled;
    if (this.#open.has(question)) {
      this.#assumptionsUsed++;
      return true;
    }
    if (this.#isExhausted()) return false;
    this.#open.add(question);
    this.#depth++;
    const used = this.#assumptionsUsed;
    const isProven = prove();
    this.#depth--;
    this.#open.delete(question);
    if (used === this.#assumptionsUsed || !isProven) this.#settled.set(question, isProven);
    return isProven;
  }
}
