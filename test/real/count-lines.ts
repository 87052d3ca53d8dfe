import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import options from '../../.prettierrc.json' with { type: 'json' };

/** Lines of source files that are neither blank nor comments, after formatting all of them in the same way. */
export async function countLines(paths: readonly string[]): Promise<number> {
  let lines = 0;
  for (const file of paths.flatMap(listFiles)) {
    const text = readFileSync(file, 'utf8').replace(/^#!.*/u, '');
    const comment = file.endsWith('.yaml') ? /^\s*(?:$|#)/u : /^\s*(?:$|\/\/|\/\*|\*)/u;
    // Our own files are formatted already.
    const formatted = file.endsWith('.js') ? await format(text, { ...options, filepath: file }) : text;
    lines += formatted.split('\n').filter((line) => !comment.test(line)).length;
  }
  return lines;
}

/** A file, or the files of a folder with the folders in it. */
function listFiles(file: string): readonly string[] {
  if (!statSync(file).isDirectory()) return [file];
  return readdirSync(file).flatMap((name) => listFiles(path.join(file, name)));
}
