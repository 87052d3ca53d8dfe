// Bundles the runtime, as it is published: one file for each public entry, and named chunks that they share.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';

const root = path.resolve(import.meta.dirname, '..');

/** Coverage finds the source of bundled code through source maps. */
const isMeasured = process.env.COVERAGE_FOLDER !== undefined;

/** Public entries: `exports` of package.json has the same. */
const entries = [
  'index',
  'node/index',
  'node/claim-stdout',
  'web/index',
  'forward/index',
  'client/index',
  'testing/index',
];

/**
 * Chunks, in the order in which a server loads them, each with modules or folders of modules. A chunk holds these and all
 * that they import, except what an earlier chunk holds. A server on standard input loads `core` and `stdio` until its
 * first list.
 */
const chunks = {
  core: [
    'connection/connection',
    'framing/',
    'node/start-options',
    'protocol/promises',
    'service/check-options',
    'service/default-limits',
    'service/lists',
    'service/server-control',
    'service/service',
  ],
  stdio: ['node/run-server', 'node/start'],
  api: ['api/', 'protocol/read-stream'],
  calls: ['features/', 'modern/serve-call'],
  questions: ['legacy/dialog', 'modern/dialog', 'modern/flow'],
  http: ['http/endpoint', 'http/http-options'],
  tasks: ['tasks/'],
  forward: ['forward/create-forward', 'forward/call-api'],
  'node-http': ['node/serve-http'],
  web: ['web/create-web-server'],
  client: ['client/create-client'],
  testing: ['testing/compare-eras', 'testing/open'],
};

/** Matches the paths of these modules. */
function matchModules(modules) {
  for (const name of modules) {
    const file = path.join(root, 'runtime', name.endsWith('/') ? name : `${name}.ts`);
    if (!existsSync(file)) throw new Error(`A chunk of the runtime names a module that is gone: ${file}`);
  }
  const names = modules.map((name) => (name.endsWith('/') ? name : `${name}.ts$`).replaceAll('/', '[\\\\/]'));
  return new RegExp(`[\\\\/]runtime[\\\\/](?:${names.join('|')})`, 'u');
}

const folder = path.join(root, 'dist', 'runtime', 'bundled');
rmSync(folder, { recursive: true, force: true });
await build({
  cwd: root,
  input: Object.fromEntries(
    entries.map((entry) => [entry.replace(/^node\/(?=claim)|\/index$/u, ''), `runtime/${entry}.ts`]),
  ),
  platform: 'neutral',
  preserveEntrySignatures: 'strict',
  external: /^node:/u,
  output: {
    dir: folder,
    sourcemap: isMeasured,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name].js',
    codeSplitting: {
      groups: Object.entries(chunks).map(([name, modules], position) => ({
        name,
        test: matchModules(modules),
        priority: Object.keys(chunks).length - position,
      })),
    },
  },
});

removeUnreached(path.join(root, 'dist', 'runtime'));

/** Deletes the declarations that no public entry refers to: they would be published for nothing. */
function removeUnreached(compiled) {
  const reached = new Set(entries.map((entry) => path.join(compiled, `${entry}.d.ts`)));
  for (const file of reached) {
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/['"](\.[^'"]+)\.js['"]/gu)) {
      reached.add(path.join(path.dirname(file), `${name}.d.ts`));
    }
  }
  for (const name of readdirSync(compiled, { recursive: true })) {
    const file = path.join(compiled, name);
    if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}
