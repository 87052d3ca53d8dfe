import type { ApiDocument } from '../api-document.js';
import type { Direction } from './translate-schema.js';

/**
 * Returns a name for a translation that contains everything it depends on, without spaces. Documents of different versions can share a
 * file, and the same document can be listed twice with different `validateRequests`.
 */
export function nameTranslation({ version, validation }: ApiDocument, direction: Direction): string {
  const isLenient = direction === 'input' && validation === 'lenient';
  return `${direction}@${version}${isLenient ? ',lenient' : ''}`;
}

/** Parts of a schema's key in one translation. */
interface TranslationKey {
  readonly direction: string;
  readonly version: string;
  /** `,lenient`, or empty. */
  readonly manner: string;
  /** File and JSON pointer. */
  readonly place: string;
}

/**
 * Shortens the keys of translated schemas as much as possible while keeping them unique, because the manifest stores
 * names by these keys.
 */
export class FinalKeys {
  readonly #versions = new Map<string, string>();
  readonly #manners = new Map<string, string>();
  readonly #isChanged: (key: string) => boolean;

  /**
   * @param keys Keys in translation order. The first key of a schema needs no distinguishing part.
   * @param isChanged Returns whether a translation differs from the translation for the other direction.
   */
  constructor(keys: readonly string[], isChanged: (key: string) => boolean) {
    this.#isChanged = isChanged;
    for (const { direction, version, manner, place } of keys.flatMap((key) => parseKey(key) ?? [])) {
      if (!this.#versions.has(place)) this.#versions.set(place, version);
      const directed = `${direction} ${place}`;
      if (!this.#manners.has(directed)) this.#manners.set(directed, manner);
    }
  }

  /** Returns the final key of a schema; equal translations have the same key. */
  of(key: string): string {
    const parts = parseKey(key);
    if (parts === undefined) return key;
    const { direction, version, manner, place } = parts;
    const ownVersion = this.#versions.get(place) === version ? '' : `@${version}`;
    if (!this.#isChanged(key)) return `2020-12${ownVersion} ${place}`;
    const ownManner = this.#manners.get(`${direction} ${place}`) === manner ? '' : manner;
    return `${direction}${ownVersion}${ownManner} ${place}`;
  }
}

function parseKey(key: string): TranslationKey | undefined {
  const match = /^(input|output)@([\d.]+)(,lenient|) (.*)$/su.exec(key);
  if (match === null) return undefined;
  const [, direction = '', version = '', manner = '', place = ''] = match;
  return { direction, version, manner, place };
}
