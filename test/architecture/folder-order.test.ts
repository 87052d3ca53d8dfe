import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** The folders of each half, bottom to top. A file imports only from its own folder and from those before it. */
const orders: { readonly [half: string]: readonly string[] } = {
  generator: [
    'model',
    'diagnostics',
    'code',
    'source',
    'package',
    'schema',
    'pattern',
    'template-syntax',
    'botserver',
    'listing',
    'overlay',
    'load',
    'resolve',
    'definition',
    'openapi',
    'check',
    'descriptor-budget',
    'descriptors',
    'profiles',
    'package-facts',
    'read',
    'inspect',
    'emit',
    'write',
    'connect',
    'diff',
    'site',
    'generate.ts',
    'runs',
    'stub',
    'watch',
    'scaffold',
    'view-pages',
    'build',
    'package-targets',
    'dev',
    'inspection-page',
    'cli',
    'bundle',
  ],
  runtime: [
    'protocol',
    'framing',
    'api',
    'environment',
    'stores',
    'results',
    'service',
    'logs',
    'code-mode',
    'skills',
    'discovery',
    'exchange',
    'interaction',
    'features',
    'tasks',
    'legacy',
    'modern',
    'durable',
    'connection',
    'forward',
    'telemetry',
    'auth',
    'delegation',
    'page',
    'http',
    'web',
    'node',
    'redis',
    'sqlite',
    'client',
    'view',
    'view-pages',
    'testing',
    'index.ts',
  ],
};

/** The files of a half, each with the files of that half that it imports. Type imports and dynamic imports count. */
function readImports(half: string): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(path.join(root, half), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join(half, file.split(path.sep).join('/')));
  const imported = (file: string): readonly string[] => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/gu)].map(
      ([, specifier = '']) => specifier,
    );
    const targets = specifiers.map((specifier) =>
      path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/u, '.ts'),
    );
    return targets.filter((target) => files.includes(target));
  };
  return new Map(files.map((file) => [file, imported(file)]));
}

/** Whether a chain of imports leads from a file back to it. */
function isInCycle(file: string, imports: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const left = [...(imports.get(file) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next === file) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    left.push(...(imports.get(next) ?? []));
  }
  return false;
}

describe.each(Object.entries(orders))('the folders of %s', (half, order) => {
  const imports = readImports(half);
  const folderOf = (file: string) => file.split('/')[1] ?? '';

  test('are all in the order', () => {
    expect([...new Set([...imports.keys()].map(folderOf))].toSorted()).toEqual(order.toSorted());
  });

  test('import only from folders below them', () => {
    const wrong = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => order.indexOf(folderOf(target)) > order.indexOf(folderOf(file)))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('have no files that import each other', () => {
    const inCycles = [...imports.keys()].filter((file) => isInCycle(file, imports));
    expect(inCycles).toEqual([]);
  });
});
