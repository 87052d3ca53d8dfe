/** The beginning of a value that is too large to be visited whole. */
export interface BoundedValue {
  /** The value itself when it is within the bounds. Parts that were not cut are shared with it. */
  readonly value: unknown;
  /** Lists whose last items were left out, each with the list of the value that it begins. */
  readonly wholeLists: WholeLists;
  /** Other parts than items of these lists were left out. */
  readonly isCut: boolean;
  /** Objects and arrays are nested too deeply for recursive code. */
  readonly isDeep: boolean;
}

/** The whole list of each list that was cut. */
export type WholeLists = ReadonlyMap<unknown, readonly unknown[]>;

/** Most objects around a list that makes up an answer. */
export const maxListLevels = 3;

/** Most objects and arrays inside each other. */
const maxDepth = 512;

/** Values and characters after which these lists end. */
const softBound = { values: 50_000, characters: 2_000_000 } as const;

/** So many times as much, and everything ends. */
const hardBound = 1.2;

/** Items that such a list keeps when others before it have reached the bound. */
const fewItems = 10;

/** Most members of an object. */
const maxMembers = 10_000;

/** Most characters of a text that count, and of a key: no step reads more. A text stays whole. */
const maxCharacters = 160_000;

/**
 * Bounds the work on a value: the steps that shorten an answer visit all of it many times. A list that may be the longest one ends
 * before other parts do.
 *
 * @param maxTokens Tokens that will be left of the value: the bounds are never too narrow for them.
 */
export function boundValue(value: unknown, maxTokens: number): BoundedValue {
  const bounds = new Bounds(maxTokens === Infinity ? 0 : maxTokens);
  return { value: bounds.take(value, 0, 0), wholeLists: bounds.wholeLists, isCut: bounds.isCut, isDeep: bounds.isDeep };
}

/** The first values of a value, in the order in which they are printed. */
export function takeFirst(value: unknown, count: number): unknown {
  return new Bounds(0, count).take(value, Infinity, 0);
}

class Bounds {
  readonly wholeLists = new Map<unknown, readonly unknown[]>();
  isCut = false;
  isDeep = false;
  #values = 0;
  #characters = 0;
  readonly #softBound: Readonly<Record<keyof typeof softBound, number>>;
  readonly #maxMembers: number;
  readonly #maxCharacters: number;

  constructor(maxTokens: number, values: number = softBound.values) {
    const characters = maxTokens * charactersPerToken;
    this.#maxMembers = Math.max(maxMembers, maxTokens);
    this.#maxCharacters = Math.max(maxCharacters, characters);
    this.#softBound = {
      values: Math.max(values, maxTokens),
      characters: Math.max(softBound.characters, characters),
    };
  }

  /** @param level Number of objects around the value; `Infinity` below an array. */
  take(value: unknown, level: number, depth: number): unknown {
    this.#values += 1;
    if (typeof value === 'string') this.#characters += Math.min(value.length, this.#maxCharacters);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > maxDepth) {
      this.isDeep = true;
      return value;
    }
    return Array.isArray(value) ? this.#takeItems(value, level, depth) : this.#takeMembers(value, level, depth);
  }

  #takeItems(list: readonly unknown[], level: number, depth: number): readonly unknown[] {
    const isLongest = level <= maxListLevels;
    let copy: unknown[] | undefined;
    for (const [index, item] of list.entries()) {
      if (this.#isOver(hardBound) || (isLongest && index >= fewItems && this.#isOver(1))) {
        copy ??= list.slice(0, index);
        if (isLongest) this.wholeLists.set(copy, list);
        else this.isCut = true;
        return copy;
      }
      const taken = this.take(item, Infinity, depth + 1);
      if (taken !== item) copy ??= list.slice(0, index);
      copy?.push(taken);
    }
    return copy ?? list;
  }

  #takeMembers(object: object, level: number, depth: number): unknown {
    const members = object as { readonly [key: string]: unknown };
    const keys = Object.keys(members);
    let copy: (readonly [string, unknown])[] | undefined;
    const copyFirst = (count: number) => keys.slice(0, count).map((key) => [key, members[key]] as const);
    for (const [index, key] of keys.entries()) {
      if (index >= this.#maxMembers || key.length > this.#maxCharacters || this.#isOver(hardBound)) {
        this.isCut = true;
        copy ??= copyFirst(index);
        break;
      }
      this.#characters += key.length;
      const taken = this.take(members[key], level + 1, depth + 1);
      if (taken !== members[key]) copy ??= copyFirst(index);
      copy?.push([key, taken]);
    }
    // `Object.fromEntries`, because an assignment to `__proto__` would not create a property.
    return copy === undefined ? object : Object.fromEntries(copy);
  }

  #isOver(times: number): boolean {
    const { values, characters } = this.#softBound;
    return this.#values > times * values || this.#characters > times * characters;
  }
}

/** Most characters that are one token. */
const charactersPerToken = 16;
