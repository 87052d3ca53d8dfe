import { createHash } from 'node:crypto';

/** SHA-256 of a text in hexadecimal. CRLF counts as LF: a git checkout on Windows changes nothing. */
export function hashContent(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

const hashes = new WeakMap<object, string>();

/** Hash of the content of a planned file, computed once per file object. */
export function hashOf(file: { readonly content: string }): string {
  const hash = hashes.get(file) ?? hashContent(file.content);
  hashes.set(file, hash);
  return hash;
}
