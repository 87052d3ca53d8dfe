import { createHash } from 'node:crypto';
import transliterate from '@sindresorhus/transliterate';
import { firstFree } from '../../../feature-kit/resolve/assign-names.js';

const legalKey = /^[A-Za-z0-9_.-]{1,64}$/u;

/** Whether model providers accept a property name. */
export function isLegalKey(name: string): boolean {
  return legalKey.test(name);
}

/** Returns the most similar unused name that model providers accept, transliterated to Latin letters. */
export function toLegalKey(name: string, isTaken: (key: string) => boolean = () => false): string {
  const stem = toPlainKey(toLatin(name), name);
  return firstFree(stem, isTaken, (number) => `${stem.slice(0, 60)}_${number}`);
}

/**
 * Returns the name with `_` for all characters that providers reject. Must never change, because
 * `generated/manifest.json` stores these names.
 *
 * @param whole Input of the hash for a name that is too long.
 */
export function toPlainKey(name: string, whole = name): string {
  return isLegalKey(name) ? name : shortenKey(replaceCharacters(name), whole);
}

/** Transliterates a string to Latin letters without accents (`größe` becomes `groesse`). Keeps other characters. */
export function toLatin(text: string): string {
  return text.normalize('NFC').replace(/[^\p{ASCII}]+/gu, (run) => transliterate(run).replaceAll("'", ''));
}

function replaceCharacters(name: string): string {
  const replaced = name.replace(/[^A-Za-z0-9_.-]+/gu, '\u0000').replace(/^\u0000|\u0000$/gu, ''); // oxlint-disable-line no-control-regex -- marks replaced characters
  return replaced.replaceAll('\u0000', '_') || 'property';
}

/**
 * Truncates a name that is too long and appends a hash of the whole name.
 *
 * @param whole Input of the hash.
 * @param max Maximum number of characters.
 */
export function shortenKey(name: string, whole = name, max = 64): string {
  if (name.length <= max) return name;
  return `${name.slice(0, max - 9)}_${createHash('sha256').update(whole).digest('hex').slice(0, 8)}`;
}
