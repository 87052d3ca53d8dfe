import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'dist/runtime/bundled');

/** Modules that a file of the bundled runtime imports: files next to it, modules of Node, others. */
function listImports(file: string): readonly string[] {
  const text = readFileSync(path.join(folder, file), 'utf8');
  return [...text.matchAll(/(?:^import|^export|\bimport\(|\bfrom) ?"([^"]+)"/gmu)].map(([, wanted = '']) => wanted);
}

/** Modules that a file imports at once. */
function listStatic(file: string): readonly string[] {
  const text = readFileSync(path.join(folder, file), 'utf8');
  return [...text.matchAll(/^(?:import|export) [^;]*?from "([^"]+)"/gmu)].map(([, wanted = '']) => wanted);
}

/** Everything that an entry loads, at once or later. */
function listReached(entry: string): ReadonlySet<string> {
  const reached = new Set([entry]);
  for (const file of reached) {
    if (!file.endsWith('.js')) continue;
    for (const wanted of listImports(file)) reached.add(wanted.replace(/^\.\//u, ''));
  }
  return reached;
}

const entries = [
  'index.js',
  'node.js',
  'claim-stdout.js',
  'web.js',
  'forward.js',
  'auth.js',
  'delegation.js',
  'code-mode.js',
  'discover.js',
  'skills.js',
  'tasks.js',
  'redis.js',
  'sql.js',
  'sql-postgres.js',
  'sqlite.js',
  'telemetry.js',
  'testing.js',
];

test.each(entries)('%s imports nothing but files next to it and, for Node, modules of Node', (entry) => {
  const others = [...listReached(entry)].filter((name) => !existsSync(path.join(folder, name)));
  if (entry === 'redis.js') return expect(others).toEqual(['redis', 'bullmq']);
  if (entry === 'sql-postgres.js') return expect(others).toEqual(['pg']);
  if (entry === 'sqlite.js') return expect(others).toEqual(['node:fs', 'node:path']);
  if (entry === 'node.js' || entry === 'claim-stdout.js') {
    expect(others.every((name) => name.startsWith('node:'))).toBe(true);
  } else if (entry === 'telemetry.js') {
    expect(others).toEqual(['@opentelemetry/api']);
  } else {
    expect(others).toEqual([]);
  }
});

test.each([
  ['testing', ['testing.js']],
  ['code-mode', ['code-mode.js']],
  ['skills', ['skills.js']],
  ['redis', ['redis.js']],
  ['sql', ['sql.js', 'sql-postgres.js']],
  ['sql-postgres', ['sql-postgres.js']],
  ['sqlite', ['sqlite.js']],
  ['auth', ['auth.js', 'delegation.js']],
  ['jwt', ['auth.js', 'delegation.js']],
  ['delegation', ['delegation.js']],
  ['telemetry', ['telemetry.js']],
  ['search', ['code-mode.js', 'discover.js']],
  ['tasks', ['tasks.js', 'testing.js']],
])('no server contains %s unless its code imports it', (name, importing) => {
  expect(entries.filter((entry) => listReached(entry).has(`chunk-${name}.js`))).toEqual(importing);
});

test('telemetry loads little besides its package', () => {
  expect(listStatic('telemetry.js')).toEqual(['./chunk-telemetry.js']);
  expect(listStatic('chunk-telemetry.js').toSorted()).toEqual([
    './chunk-api.js',
    './chunk-core.js',
    '@opentelemetry/api',
  ]);
});

test('the log in JSON and rare messages are loaded only where they are needed', () => {
  const atStart = ['core', 'stdio', 'api', 'calls'].map((name) => `chunk-${name}.js`);
  expect(readFileSync(path.join(folder, 'chunk-rare.js'), 'utf8')).toContain('function createLog(');
  expect(atStart.flatMap(listStatic).filter((file) => !atStart.includes(file.slice(2)))).toEqual([]);
});

test('a built server contains whole modules, except those that import packages, or of which it uses a part', () => {
  const { modules } = JSON.parse(readFileSync(path.join(folder, 'modules.json'), 'utf8')) as {
    readonly modules: { readonly [file: string]: readonly string[] };
  };
  const others = readdirSync(folder).filter((file) => file.startsWith('chunk-') && modules[file] === undefined);
  const bundled = ['delegation', 'redis', 'sql-mysql', 'sql-postgres', 'telemetry', 'view'];
  expect(others).toEqual(bundled.map((name) => `chunk-${name}.js`));
});

test('a chunk that contains a package has its license', () => {
  expect(readFileSync(path.join(folder, 'chunk-jwt.js'), 'utf8')).toMatch(
    /^\/\*!\nThe code in this folder contains the following packages\.\n\njose \d+\.\d+\.\d+ \(MIT\)\n\nThe MIT License/u,
  );
});

test('the engine of code mode is in a chunk of its own, with the licenses of its packages', () => {
  const text = readFileSync(path.join(folder, 'chunk-sandbox.js'), 'utf8');
  for (const name of ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', 'sucrase']) {
    expect(text).toContain(`\n${name} `);
  }
  expect(readFileSync(path.join(folder, 'chunk-code-mode.js'), 'utf8').length).toBeLessThan(80_000);
});

test('every entry of the package is there, with its types', () => {
  const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  };
  const files = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? target : Object.values(target),
  );
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
