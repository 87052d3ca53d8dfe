// Bundles the runtime, as it is published: one file for each public entry, and named chunks that they share.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'rolldown';
import { printLicenses } from '../dist/generator/bundle/print-modules.js';
import { unnamedClosures } from './unnamed-closures.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** Coverage finds the source of bundled code through source maps. */
const isMeasured = process.env.COVERAGE_FOLDER !== undefined;

/** Public entries: `exports` of package.json has the same. */
const entries = [
  'index',
  'node/index',
  'node/claim-stdout',
  'node/env-file',
  'environment/index',
  'web/index',
  'forward/index',
  'auth/index',
  'delegation/index',
  'redis/index',
  'sqlite/index',
  'client/index',
  'code-mode/index',
  'skills/index',
  'durable/index',
  'page/index',
  'node/run-worker',
  'telemetry/index',
  'testing/index',
  'view-pages/index',
  'view/index',
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
    'service/is-set',
    'service/lists',
    'service/open-stores',
    'service/server-control',
    'service/service',
    'service/split-names',
  ],
  stdio: ['node/run-server', 'node/start'],
  api: ['api/', 'protocol/hash-text', 'protocol/read-stream'],
  errors: ['service/report-thrown'],
  calls: ['features/call-tool', 'features/serve-feature', 'modern/serve-call'],
  search: ['discovery/'],
  scripts: ['features/answer-code'],
  questions: ['legacy/dialog', 'modern/dialog', 'modern/flow'],
  http: ['http/endpoint', 'http/http-options', 'http/open-access'],
  'memory-store': ['stores/memory-store'],
  environment: ['environment/'],
  'live-nodes': ['service/live-nodes-of'],
  tasks: ['tasks/', 'legacy/serve-tasks', 'modern/task-form'],
  nodes: ['http/shared/', 'service/shared-changes'],
  durable: ['durable/'],
  outcomes: ['forward/mask-secrets', 'results/find-failure'],
  logs: ['logs/'],
  forward: ['forward/create-forward', 'forward/call-api'],
  credentials: ['forward/own-credentials'],
  auth: ['auth/protect'],
  delegation: ['delegation/'],
  page: ['page/'],
  jwt: ['auth/verify-jwt', 'auth/dpop-proofs'],
  certificate: ['auth/client-certificate'],
  'node-http': ['node/serve-http'],
  web: ['web/create-web-server'],
  'open-once': ['stores/open-once'],
  redis: ['redis/'],
  sqlite: ['sqlite/'],
  client: ['client/create-client'],
  telemetry: ['telemetry/'],
  'code-mode': ['code-mode/'],
  skills: ['skills/'],
  testing: ['testing/compare-eras', 'testing/open'],
  view: ['view/'],
  'view-pages': ['view-pages/'],
};

/** Files of packages in the bundle, relative to the root: for THIRD-PARTY-LICENSES.txt. */
const bundledFiles = new Set();

/** Prints the licenses of the packages that these modules belong to, and remembers their files. */
function printAndNote(moduleIds) {
  const files = moduleIds.flatMap((id) => (id.startsWith(root) ? [path.relative(root, id).replaceAll('\\', '/')] : []));
  const contained = files.filter((file) => file.includes('node_modules/'));
  for (const file of contained) bundledFiles.add(file);
  // Bundlers keep comments that begin so.
  return contained.length === 0 ? '' : printLicenses(root, contained).replace('/*', '/*!');
}

/** Matches the paths of these modules. */
function matchModules(modules) {
  for (const name of modules) {
    const file = path.join(root, 'runtime', name.endsWith('/') ? name : `${name}.ts`);
    if (!existsSync(file)) throw new Error(`A chunk of the runtime names a module that is gone: ${file}`);
  }
  const names = modules.map((name) => (name.endsWith('/') ? name : `${name}.ts$`).replaceAll('/', '[\\\\/]'));
  return new RegExp(`[\\\\/]runtime[\\\\/](?:${names.join('|')})`, 'u');
}

/** Bundles the program of the thread that runs scripts, with everything that it needs, as text. */
async function bundleThread() {
  const { output } = await build({
    cwd: root,
    input: 'runtime/code-mode/thread/main.ts',
    platform: 'neutral',
    resolve: { conditionNames: ['browser', 'import', 'default'] },
    write: false,
    transform: { define: { 'import.meta': '{}' } },
    output: { format: 'iife', minify: true, codeSplitting: false },
  });
  return { program: output[0].code, licenses: printAndNote(output[0].moduleIds) };
}

/** The compiled engine, small enough for a text. */
function packEngine() {
  const file = path.join(root, 'node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm');
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).toString('base64');
}

/** Makes the module that `thread/engine.d.ts` declares. */
const sandbox = {
  name: 'sandbox',
  resolveId: (id) => (id.endsWith('/thread/engine.js') ? { id: '\0sandbox', external: false } : null),
  load: async (id) => {
    if (id !== '\0sandbox') return null;
    const { program, licenses } = await bundleThread();
    const texts = `export const threadProgram = ${JSON.stringify(program)};\nexport const engineText = '${packEngine()}';`;
    return `${licenses}\n${texts}`;
  },
};

/** Puts the licenses of packages before the chunks that contain them. */
const licenses = {
  name: 'licenses',
  renderChunk: (code, { moduleIds }) => {
    const texts = printAndNote(moduleIds);
    return texts === '' ? null : `${texts}${code}`;
  },
};

const folder = path.join(root, 'dist', 'runtime', 'bundled');
rmSync(folder, { recursive: true, force: true });
await build({
  cwd: root,
  input: Object.fromEntries(
    entries.map((entry) => [
      entry.replace(/^node\/run-(?=worker)|^node\/(?=claim|env-file)|\/index$/gu, ''),
      `runtime/${entry}.ts`,
    ]),
  ),
  platform: 'neutral',
  preserveEntrySignatures: 'strict',
  // The user's own dependencies: what a store or queue is kept in, the API of OpenTelemetry, and what views talk to hosts with.
  external: /^(?:node:|redis$|bullmq$|better-sqlite3$|@opentelemetry\/api$|@modelcontextprotocol\/ext-apps$)/u,
  // Its insertions would move what the source maps of a measured run say.
  plugins: [sandbox, ...(isMeasured ? [] : [unnamedClosures]), licenses],
  output: {
    dir: folder,
    sourcemap: isMeasured,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name].js',
    codeSplitting: {
      groups: [
        { name: 'sandbox', test: /sandbox$/u, priority: 100 },
        ...Object.entries(chunks).map(([name, modules], position) => ({
          name,
          test: matchModules(modules),
          priority: Object.keys(chunks).length - position,
        })),
      ],
    },
  },
});

removeUnreached(path.join(root, 'dist', 'runtime'));
writeFileSync(path.join(root, 'dist', 'runtime', 'bundled-files.json'), JSON.stringify([...bundledFiles]));

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
