import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { listSources, root } from './imports.js';

const mostLines = 60;

/** The functions of a file that are too long, as `file:line: lines`. */
function listLong(file: string): readonly string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  if (text.split('\n').length <= mostLines) return [];
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  return [...listFunctions(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))].flatMap(({ start, end }) => {
    const [first, last] = [lineOf(start), lineOf(end)];
    return last - first < mostLines ? [] : [`${file}:${first}: ${last - first + 1}`];
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function* listFunctions(node: unknown): Generator<Span> {
  if (typeof node !== 'object' || node === null) return;
  const { type, body, start, end } = node as Span & { readonly type?: unknown; readonly body?: unknown };
  const isFunction = typeof type === 'string' && /^(?:Function|ArrowFunction)/u.test(type);
  if (isFunction && body) yield { start, end };
  for (const value of Object.values(node)) yield* listFunctions(value);
}

test('functions have at most 60 lines', () => {
  const files = listSources('generator', 'runtime');
  expect(files.some((file) => file.endsWith('.tsx'))).toBe(true);
  expect(files.flatMap(listLong)).toEqual([]);
});
