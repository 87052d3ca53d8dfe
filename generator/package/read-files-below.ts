import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { GeneratedFile } from '../code/generated-file.js';

/** Reads files of this package, sorted by their paths relative to the folder; none when there is no such folder. */
export function readFilesBelow(folder: string, wanted: RegExp): readonly GeneratedFile[] {
  return listFiles(folder, '')
    .filter((file) => wanted.test(file))
    .toSorted()
    .map((file) => ({ path: file, content: readFileSync(path.join(folder, file), 'utf8') }));
}

function listFiles(folder: string, below: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listFiles(path.join(folder, entry.name), `${below}${entry.name}/`) : [below + entry.name],
  );
}
