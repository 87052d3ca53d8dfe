import type { ApiDocument } from '../api-document.js';
import type { Direction } from './translate-schema.js';

/**
 * Names a translation after all that it depends on, without blanks: documents of different versions may share a file, and one document may be
 * named twice with different `validateRequests`.
 */
export function nameTranslation({ version, validation }: ApiDocument, direction: Direction): string {
  const isLenient = direction === 'input' && validation === 'lenient';
  return `${direction}@${version}${isLenient ? ',lenient' : ''}`;
}

/** Key of a schema in one translation, in parts. */
interface TranslationKey {
  readonly direction: string;
  readonly version: string;
  /** `,lenient`, or nothing. */
  readonly manner: string;
  /** File and pointer. */
  readonly place: string;
}

/** Gives the keys of translated schemas their final form: as short as they can be told apart, because the manifest remembers names by them. */
export class FinalKeys {
  readonly #versions = new Map<string, string>();
  readonly #manners = new Map<string, string>();
  readonly #isChanged: (key: string) => boolean;

  /**
   * @param keys In the order of the translations: the first one of a schema needs nothing to tell it apart.
   * @param isChanged Returns whether a translation differs from that of the other direction.
   */
  constructor(keys: readonly string[], isChanged: (key: string) => boolean) {
    this.#isChanged = isChanged;
    for (const { direction, version, manner, place } of keys.flatMap((key) => parseKey(key) ?? [])) {
      if (!this.#versions.has(place)) this.#versions.set(place, version);
      const directed = `${direction} ${place}`;
      if (!this.#manners.has(directed)) this.#manners.set(directed, manner);
    }
  }

  /** The final key of a schema; those of equal translations are equal. */
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
