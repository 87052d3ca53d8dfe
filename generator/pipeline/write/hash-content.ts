import { createHash } from 'node:crypto';

/**
 * Returns the hexadecimal SHA-256 of file content. CRLF counts as LF, so that a Git checkout on Windows does not change
 * the hash.
 */
export function hashContent(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}
