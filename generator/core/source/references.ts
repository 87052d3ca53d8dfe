import path from 'node:path';
import type { SourceLocation } from '../diagnostics/diagnostic.js';
import { escapeStep } from './source-node.js';

/** Parts of a `$ref`, percent-decoded unless it is a URL. */
export interface Reference {
  /** File part of the reference; empty if the target is in the same file. */
  readonly file: string;
  readonly fragment: string;
}

/** Splits a `$ref` into file and fragment; `undefined` if its percent-encoding is invalid. */
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

/** Appends keys to a `$ref`, to refer to a place below its target. */
export function extendReference(reference: string, steps: readonly string[]): string {
  const pointer = steps.map((step) => `/${encodeURIComponent(escapeStep(step))}`).join('');
  return `${reference}${reference.includes('#') ? '' : '#'}${pointer}`;
}

/** Returns the file that references at a location are resolved against. */
export function baseFileOf({ file, document = file }: SourceLocation): string {
  return document;
}

/** Whether a reference begins with a scheme (`https:`) or a host (`//…`). */
export function isScheme(reference: string): boolean {
  return /^([A-Za-z][A-Za-z0-9+.-]+:|\/\/)/u.test(reference);
}

/**
 * Resolves a reference to a URL, or to a path relative to the project root. Returns an invalid URL unchanged.
 * @param file File or URL that contains the reference.
 */
export function joinReference(file: string, reference: string): string {
  if (!isScheme(file) && !isScheme(reference)) return path.posix.join(path.posix.dirname(file), reference);
  const address = parseUrl(reference, isScheme(file) ? file : undefined);
  if (!address) return reference;
  address.hash = '';
  return address.href;
}

/** Resolves a file or folder path in a definition to a path relative to the project root, without a trailing slash. */
export function joinPath(file: string, reference: string): string {
  return path.posix.join(path.posix.dirname(file), reference).replace(/(?<=.)\/$/u, '');
}

/** Parses a URL; `undefined` if it is invalid. */
export function parseUrl(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
