import type { JsonObject } from '../../../wire/json.js';
import { copyFirst, setMember } from './map-json.js';

/** The beginning of a value that is too large to process as a whole. */
export interface BoundedValue {
  /** The bounded value: the value itself if it is within the bounds. Unchanged parts are shared with the original. */
  readonly value: unknown;
  /** Lists whose last items were omitted, each with the whole list. */
  readonly wholeLists: WholeLists;
  /** Whether parts other than items of these lists were omitted. */
  readonly isTruncated: boolean;
  /** Whether objects and arrays are nested too deeply for recursive code. */
  readonly isDeep: boolean;
}

/** The whole list for each truncated list; only its length, if its end was not read. */
export type WholeLists = ReadonlyMap<unknown, ArrayLike<unknown>>;

/** Maximum number of objects around the main list of a response. */
export const maxListLevels = 3;

/** Maximum nesting depth of objects and arrays. */
const maxDepth = 512;

/** Number of values and characters after which these lists end. */
const softBound = { values: 15_000, characters: 2_000_000 } as const;

/** Multiple of these limits at which everything ends. */
const hardBound = 1.2;

/** Number of items that such a list keeps if previous lists have reached the bound. */
const fewItems = 10;

/** Maximum number of members of an object: each printed member takes several tokens. */
const maxMembers = 4000;
const tokensOfMember = 3;

/**
 * Maximum number of characters of a string that are counted, and maximum length of a key in characters, because no step
 * reads more. Strings are not
 * truncated.
 */
const maxCharacters = 160_000;

/** Limits for reading JSON text: bounded values do not contain parts that exceed them. */
export interface ReadLimits {
  /** Number of values, and of characters in strings, after which a possible main list of the response ends. */
  readonly values: number;
  readonly characters: number;
  /** Multiple of these limits at which everything ends. */
  readonly hard: number;
  /** Number of items that such a list keeps, and maximum number of enclosing objects. */
  readonly items: number;
  readonly listLevels: number;
  /** Maximum number of members of an object. */
  readonly members: number;
  /** Maximum number of characters of a string that count. */
  readonly text: number;
  /** Maximum nesting depth of objects and arrays. */
  readonly depth: number;
}

/** The parts of a value that were read. */
export type ReadParts = Pick<BoundedValue, 'wholeLists' | 'isTruncated'>;

/** Factors for the limits of the reader, which counts fewer values than {@link boundValue}, but all characters of escapes. */
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

/** Bounds that depend on the token budget of a value. */
type TokenBounds = Pick<ReadLimits, 'values' | 'characters' | 'members' | 'text'>;

/** @param values Minimum number of values after which a possible main list of the response ends. */
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
 * Bounds the work on a value, because the steps that truncate a response visit all of it many times. Possible main
 * lists end before other parts.
 *
 * @param maxTokens Token budget of the value. The bounds are never too narrow for it.
 * @param read The parts of the value that were read. Default: all parts.
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
 * Bounds the work on a value further: to one value per token of the budget, because each value takes at least one
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

  /** @param wholeLists Lists of the value that were already truncated. */
  constructor(maxTokens: number, values: number, wholeLists: WholeLists) {
    this.#wholeLists = wholeLists;
    this.#bounds = findBounds(maxTokens, values);
  }

  bound(value: unknown): BoundedValue {
    const bounded = this.#take(value, 0, 0);
    return { value: bounded, wholeLists: this.#truncatedLists, isTruncated: this.#isTruncated, isDeep: this.#isDeep };
  }

  /** @param level Number of enclosing objects; `Infinity` inside an array. */
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

/** Maximum number of characters in one token. */
const charactersPerToken = 16;
