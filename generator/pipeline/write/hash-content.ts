import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a text in hexadecimal. CRLF counts as LF, so that a git checkout on Windows changes nothing. */
export function hashContent(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}
