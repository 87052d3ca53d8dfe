import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder with some files, by path, which is removed when the last test is over. */
export function makeFolder(files: { readonly [file: string]: string | Uint8Array } = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-'));
  putFiles(folder, files);
  return folder;
}

/** Writes files, by path below a folder. */
export function putFiles(folder: string, files: { readonly [file: string]: string | Uint8Array }): void {
  for (const [file, content] of Object.entries(files)) {
    const parent = path.dirname(path.join(folder, file));
    mkdirSync(parent, { recursive: true });
    // A linked package is shared with this project.
    if (!realpathSync(parent).startsWith(realpathSync(folder))) throw new Error(`${file} is in a linked folder.`);
    writeFileSync(path.join(folder, file), content);
  }
}
