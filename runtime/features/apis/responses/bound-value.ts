import type { JsonObject } from '../../../wire/json.js';
import { copyFirst, setMember } from './map-json.js';

/** The beginning of a value that is too large to process as a whole. */
export interface BoundedValue {
  /** The value itself if it is within the bounds. Unchanged parts are shared with it. */
  readonly value: unknown;
  /** Lists whose last items were omitted, each with the whole list. */
  readonly wholeLists: WholeLists;
  /** Whether parts other than items of these lists were omitted. */
  readonly isTruncated: boolean;
  /** Objects and arrays are nested too deeply for recursive code. */
  readonly isDeep: boolean;
}

/** The whole list of each truncated list; only its length, if its end was not read. */
export type WholeLists = ReadonlyMap<unknown, ArrayLike<unknown>>;

/** Maximum number of objects around the main list of a response. */
export const maxListLevels = 3;

/** Maximum number of objects and arrays inside each other. */
const maxDepth = 512;

/** Values and characters after which these lists end. */
const softBound = { values: 15_000, characters: 2_000_000 } as const;

/** Factor of these limits at which everything ends. */
const hardBound = 1.2;

/** Items that such a list keeps when others before it have reached the bound. */
const fewItems = 10;

/** Maximum number of members of an object. Each that is printed has several tokens. */
const maxMembers = 4000;
const tokensOfMember = 3;

/** Maximum number of characters of a string that count, and of a key; no step reads more. Strings are not truncated. */
const maxCharacters = 160_000;

/** Limits for the reader of a JSON text: parts beyond them are not in a bounded value. */
export interface ReadLimits {
  /** Values, and characters of texts, after which a list ends that may be the main list of the response. */
  readonly values: number;
  readonly characters: number;
  /** Factor of these limits at which everything ends. */
  readonly hard: number;
  /** Items that such a list keeps, and maximum number of objects around it. */
  readonly items: number;
  readonly listLevels: number;
  /** Maximum number of members of an object. */
  readonly members: number;
  /** Maximum number of characters of a text that count. */
  readonly text: number;
  /** Maximum number of objects and arrays inside each other. */
  readonly depth: number;
}

/** The parts of a value that were read. */
export type ReadParts = Pick<BoundedValue, 'wholeLists' | 'isTruncated'>;

/** A reader counts differently: fewer values, and all characters of escapes. */
const readFactors = { values: 1.4, characters: 2 } as const;

/** Reader limits that match {@link boundValue}. */
export function limitReading(maxTokens: number): ReadLimits {
  const { values, characters, members, text } = findBounds(maxTokens, softBound.values);
  return {
    values: readFactors.values * values,
    characters: readFactors.characters * characters,
    members,
    text,
    hard: hardBound,
    items: fewItems,
    listLevels: maxListLevels,
    depth: maxDepth,
  };
}

/** Bounds that depend on the tokens that will be left of a value. */
type TokenBounds = Pick<ReadLimits, 'values' | 'characters' | 'members' | 'text'>;

/** @param values Least number of values after which a list ends that may be the main list of the response. */
function findBounds(maxTokens: number, values: number): TokenBounds {
  const tokens = maxTokens === Infinity ? 0 : maxTokens;
  const characters = tokens * charactersPerToken;
  return {
    values: Math.max(values, tokens),
    characters: Math.max(softBound.characters, characters),
    members: Math.max(maxMembers, tokens / tokensOfMember),
    text: Math.max(maxCharacters, characters),
  };
}

/**
 * Bounds the work on a value: the steps that truncate a response visit all of it many times. A list that may be the
 * longest one ends before other parts do.
 *
 * @param maxTokens Token budget of the value. The bounds are never too narrow for it.
 * @param read The parts of the value that were read. Default: all.
 */
export function boundValue(
  value: unknown,
  maxTokens: number,
  { wholeLists, isTruncated }: ReadParts = { wholeLists: new Map(), isTruncated: false },
): BoundedValue {
  const bounded = new Bounds(maxTokens, softBound.values, wholeLists).bound(value);
  return { ...bounded, isTruncated: isTruncated || bounded.isTruncated };
}

/**
 * Bounds the work on a value further, to as many values as there are tokens, because each value takes at least one
 * token.
 */
export function boundBeginning({ value, wholeLists, isTruncated }: BoundedValue, maxTokens: number): BoundedValue {
  const beginning = new Bounds(maxTokens, 0, wholeLists).bound(value);
  return { ...beginning, isTruncated: isTruncated || beginning.isTruncated };
}

class Bounds {
  readonly #truncatedLists = new Map<unknown, ArrayLike<unknown>>();
  readonly #wholeLists: WholeLists;
  #isTruncated = false;
  #isDeep = false;
  #values = 0;
  #characters = 0;
  readonly #bounds: TokenBounds;

  /** @param wholeLists Lists of the value that were truncated before. */
  constructor(maxTokens: number, values: number, wholeLists: WholeLists) {
    this.#wholeLists = wholeLists;
    this.#bounds = findBounds(maxTokens, values);
  }

  bound(value: unknown): BoundedValue {
    const bounded = this.#take(value, 0, 0);
    return { value: bounded, wholeLists: this.#truncatedLists, isTruncated: this.#isTruncated, isDeep: this.#isDeep };
  }

  /** @param level Number of objects around the value; `Infinity` below an array. */
  #take(value: unknown, level: number, depth: number): unknown {
    this.#values += 1;
    if (typeof value === 'string') this.#characters += Math.min(value.length, this.#bounds.text);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > maxDepth) {
      this.#isDeep = true;
      return value;
    }
    return Array.isArray(value)
      ? this.#takeItems(value, level, depth)
      : this.#takeMembers(value as JsonObject, level, depth);
  }

  #takeItems(list: readonly unknown[], level: number, depth: number): readonly unknown[] {
    const isLongest = level <= maxListLevels;
    const whole = this.#wholeLists.get(list) ?? list;
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index += 1) {
      if (this.#isOver(hardBound) || (isLongest && index >= fewItems && this.#isOver(1))) {
        copy ??= list.slice(0, index);
        if (isLongest) this.#truncatedLists.set(copy, whole);
        else this.#isTruncated = true;
        return copy;
      }
      const taken = this.#take(list[index], Infinity, depth + 1);
      if (taken !== list[index]) copy ??= list.slice(0, index);
      copy?.push(taken);
    }
    if (whole !== list) this.#truncatedLists.set(copy ?? list, whole);
    return copy ?? list;
  }

  #takeMembers(object: JsonObject, level: number, depth: number): unknown {
    const keys = Object.keys(object);
    let copy: Record<string, unknown> | undefined;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] ?? '';
      if (index >= this.#bounds.members || key.length > this.#bounds.text || this.#isOver(hardBound)) {
        this.#isTruncated = true;
        return copy ?? copyFirst(object, keys, index);
      }
      this.#characters += key.length;
      const member = object[key];
      const taken = this.#take(member, level + 1, depth + 1);
      if (taken !== member) copy ??= copyFirst(object, keys, index);
      if (copy !== undefined) setMember(copy, key, taken);
    }
    return copy ?? object;
  }

  #isOver(times: number): boolean {
    const { values, characters } = this.#bounds;
    return this.#values > times * values || this.#characters > times * characters;
  }
}

/** Maximum number of characters that are one token. */
const charactersPerToken = 16;
