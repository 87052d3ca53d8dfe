import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Root of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** Pages with samples: the README, the documentation, and pages next to the code that they are about. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(path.join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  'bench/README.md',
  'generator/front-ends/botserver/README.md',
  'test/interop/README.md',
  'test/platforms/README.md',
  'test/real/README.md',
];

/** Returns the text of a page. */
export function readPage(page: string): string {
  return readFileSync(path.join(root, page), 'utf8').replaceAll('\r\n', '\n');
}

/** Returns the text of a page without code, which may look like links and headings. */
export function readProse(page: string): string {
  return readPage(page)
    .replaceAll(/^( *)```[^]*?^\1```$/gmu, '')
    .replaceAll(/(`+)(?!`)[^]*?[^`]\1(?!`)/gu, '`code`');
}

/** Code block of a page. */
export interface Sample {
  readonly page: string;
  /** Line of the first line of code, counted from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** Path that the comment in the first line names. Absent for a fragment. */
  readonly file?: string;
}

/** Lists the code blocks of a page. */
export function listSamples(page: string): readonly Sample[] {
  const text = readPage(page);
  return [...text.matchAll(/^( *)```([^\n]*)\n([^]*?)^\1```$/gmu)].map(
    ({ 0: all, 1: indent, 2: info, 3: body, index }) => {
      const code = (body ?? '').replaceAll(new RegExp(`^${indent}`, 'gmu'), '');
      const line = text.slice(0, index + all.indexOf('\n') + 1).split('\n').length;
      const [language = ''] = (info ?? '').split(' ');
      const file = /^(?:#|\/\/|--|<!--) ([\w@./{}-]+\.\w+)(?: |\n)/u.exec(code)?.[1];
      return { page, line, language, code, ...(file !== undefined && { file }) };
    },
  );
}

/** Returns where a sample stands, such as `docs/http.md:12`. */
export function placeOf({ page, line, file }: Sample): string {
  return `${page}:${line}${file === undefined ? '' : ` ${file}`}`;
}
