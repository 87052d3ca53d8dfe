import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export interface Import {
  readonly from: string;
  /** Path from the root for a relative import, else the specifier. */
  readonly to: string;
}

/** All files of TypeScript below some folders, relative to the root. */
export function listSources(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/u.test(file))
      .map((file) => path.posix.join(folder, file.split(path.sep).join('/'))),
  );
}

/** The imports of a file. Type imports and dynamic imports count. */
export function listImports(file: string): readonly Import[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/gu)].map(([, specifier = '']) => ({
    from: file,
    to: specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier,
  }));
}
