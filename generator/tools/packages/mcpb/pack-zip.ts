import { zipSync, type Zippable } from 'fflate';
import type { PackageFile } from '../target.js';

/**
 * Packs files into a ZIP archive. The same files give the same bytes on every machine: the entries are sorted, have one date, and
 * are compressed by JavaScript code, because versions of zlib differ in their output.
 */
export function packZip(files: readonly PackageFile[]): Uint8Array {
  // The first date that ZIP has. It holds local times, so that this date is the same text in every zone.
  const mtime = new Date(1980, 0, 1);
  const entries: Zippable = {};
  for (const { path, content } of files.toSorted((left, right) => (left.path < right.path ? -1 : 1))) {
    entries[path] = [typeof content === 'string' ? Buffer.from(content) : content, { level: 9, mtime }];
  }
  return zipSync(entries);
}
