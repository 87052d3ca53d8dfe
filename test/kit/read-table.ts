import { readFileSync } from 'node:fs';
import path from 'node:path';

const tests = path.join(import.meta.dirname, '..');

/**
 * Rows of a table of tab-separated cells, without its head. `\n`, `\t` and `\\` in a cell are a line end, a tab and a backslash; an
 * empty cell at the end of a row is omitted.
 *
 * @param folder Default: `test/`.
 */
export function readTable(file: string, folder = tests): readonly (readonly string[])[] {
  const [, ...rows] = readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n');
  return rows.map((row) =>
    row
      .replace(/\t+$/u, '')
      .split('\t')
      .map((cell) => cell.replaceAll(/\\([nt\\])/gu, (_, sign: string) => signs.get(sign) ?? sign)),
  );
}

const signs: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
]);
