import path from 'node:path';
import type { SourceLocation } from '../diagnostics/diagnostic.js';
import { escapeStep } from './source-node.js';

/** Parts of a `$ref`, percent-decoded. An address stays as it is. */
export interface Reference {
  /** Empty when the reference stays in its own file. */
  readonly file: string;
  readonly fragment: string;
}

/** Splits a `$ref` into file and fragment; `undefined` when its percent-encoding is broken. */
export function splitReference(reference: string): Reference | undefined {
  const hash = reference.indexOf('#');
  const file = hash === -1 ? reference : reference.slice(0, hash);
  try {
    return {
      file: isScheme(file) ? file : decodeURIComponent(file),
      fragment: hash === -1 ? '' : decodeURIComponent(reference.slice(hash + 1)),
    };
  } catch {
    return undefined;
  }
}

/** A `$ref` that leads on from the target of another one, by these keys. */
export function extendReference(reference: string, steps: readonly string[]): string {
  const pointer = steps.map((step) => `/${encodeURIComponent(escapeStep(step))}`).join('');
  return `${reference}${reference.includes('#') ? '' : '#'}${pointer}`;
}

/** The file that references at a location are relative to. */
export function baseFileOf({ file, document = file }: SourceLocation): string {
  return document;
}

/** Returns whether a reference begins with a scheme (`https:`) or a host (`//…`). */
export function isScheme(reference: string): boolean {
  return /^([A-Za-z][A-Za-z0-9+.-]+:|\/\/)/u.test(reference);
}

/**
 * The file that a reference points to: a path relative to the project root, or an address. An invalid address is returned as
 * it is.
 *
 * @param file The file that the reference stands in; it may be an address too.
 */
export function joinReference(file: string, reference: string): string {
  if (!isScheme(file) && !isScheme(reference)) return path.posix.join(path.posix.dirname(file), reference);
  const address = parseUrl(reference, isScheme(file) ? file : undefined);
  if (!address) return reference;
  address.hash = '';
  return address.href;
}

/** Path of a folder or file that a definition names, relative to the project root, without a slash at its end. */
export function joinPath(file: string, reference: string): string {
  return path.posix.join(path.posix.dirname(file), reference).replace(/(?<=.)\/$/u, '');
}

/** Parses an address; `undefined` when it is invalid. */
export function parseUrl(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
