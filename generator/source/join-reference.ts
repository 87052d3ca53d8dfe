import path from 'node:path';
import { parseUrl } from './parse-url.js';
import { isScheme } from './split-reference.js';

/**
 * The file that a reference leads to: a path relative to the project root, or an address for what lies on another machine.
 * An address that makes no sense is given as it is.
 *
 * @param file The file that the reference stands in; it may be an address itself.
 */
export function joinReference(file: string, reference: string): string {
  if (!isScheme(file) && !isScheme(reference)) return path.posix.join(path.posix.dirname(file), reference);
  const address = parseUrl(reference, isScheme(file) ? file : undefined);
  if (!address) return reference;
  address.hash = '';
  return address.href;
}
