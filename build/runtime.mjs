// Bundles the runtime for publishing: one file per public entry, and named chunks that they share.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'rolldown';
import { printLicenses } from '../dist/generator/cli/bundle/print-modules.js';
import { unnamedClosures } from './unnamed-closures.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** Whether coverage is measured. Coverage finds the source of bundled code through source maps. */
const isMeasured = process.env.COVERAGE_FOLDER !== undefined;

/** Modules of the public entries by file name, according to the exports of package.json. */
const { exports: published } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const entries = Object.fromEntries(
  Object.values(published).flatMap((entry) => {
    const [, module] = /^\.\/dist\/runtime\/(.+)\.d\.ts$/u.exec(entry.types ?? '') ?? [];
    return module === undefined ? [] : [[path.basename(entry.default, '.js'), module]];
  }),
);

/** Modules that only the generator loads, by file name. */
const internalEntries = { 'search-catalog': 'features/discover/search-catalog' };

/**
 * Chunks, in the order in which a server loads them. Each lists modules, folders with all their modules (`/`), or
 * folders without their subfolders (`/*`). A chunk contains these modules and everything that they import, except what
 * an earlier chunk contains. A stdio server loads only `core` and `stdio` until its first list.
 *
 * A server contains whole chunks, those that its code reaches. So a chunk has modules that are loaded together, or
 * rarely; only `stdio`, `node` and `command-line` import modules of Node.
 */
const chunks = {
  core: [
    'core/connection/connection',
    'wire/framing/framing',
    'transports/node/start-options',
    'wire/promises',
    'core/service/check-options',
    'core/service/default-limits',
    'core/service/read-boolean-variable',
    'core/service/lists',
    'core/sharing/open-server',
    'core/sharing/prepare-service',
    'core/service/create-service',
    'parts',
    'core/service/split-names',
  ],
  stdio: ['transports/node/run-server', 'transports/node/open-service'],
  api: [
    'core/api/',
    'wire/hash-text',
    'wire/describe-invalid',
    'wire/read-stream',
    'wire/is-near',
    'core/results/mask-secrets',
    'core/results/find-failure',
    'core/service/fill-variables',
    'core/eras/modern/serve-modern-request',
    'wire/parse-json',
    'wire/exact-value',
    'wire/stringify-exact',
  ],
  calls: [
    'core/calls/call-tool',
    'core/calls/serve-feature',
    'core/eras/modern/serve-call',
    'core/service/report-thrown',
    'core/service/report-start-error',
    'features/tasks/tasks-extension',
    'core/sharing/shared-limit',
  ],
  'rare-calls': ['core/client-requests/', 'core/calls/', 'core/eras/'],
  rare: [
    'core/connection/rare-messages',
    'wire/framing/content-length-reader',
    'core/logs/',
    'core/service/',
    'core/sharing/open-stores',
    'core/sharing/live-nodes-of',
    'core/sharing/retry-while-away',
    'core/sharing/store-clock',
    'core/sharing/persist',
  ],
  http: [
    'transports/http/endpoint',
    'transports/http/http-options',
    'transports/http/open-http-ports',
    'transports/http/shared/',
    'core/sharing/memory-store',
    'core/sharing/shared-changes',
  ],
  node: ['transports/node/serve-http', 'transports/node/workers/'],
  'command-line': [
    'transports/node/obey-arguments',
    'transports/node/load-program',
    'transports/node/open-log',
    'transports/node/greet',
  ],
  start: ['transports/node/start'],
  search: ['features/discover/'],
  scripts: ['features/code-mode/serve-code'],
  variables: ['core/service/environment-variables'],
  environment: ['features/environment/'],
  'store-queue': ['core/sharing/store-queue'],
  tasks: ['features/tasks/*', 'features/tasks/legacy/', 'features/tasks/modern/'],
  durable: ['features/tasks/durable/'],
  'declared-errors': ['features/errors/'],
  forward: ['features/apis/create-forward', 'features/apis/call-api'],
  graphql: ['features/apis/graphql/'],
  credentials: ['features/apis/call-credentials'],
  auth: ['features/auth/protect'],
  delegation: ['features/delegation/'],
  'docs-page': ['features/docs-page/'],
  'dry-run': ['features/dry-run/'],
  jwt: ['features/auth/verify-jwt', 'features/auth/dpop-proofs'],
  certificate: ['features/auth/client-certificate'],
  web: ['transports/web/create-web-server'],
  'open-once': ['core/sharing/open-once'],
  redis: ['features/stores/redis/'],
  sql: ['features/sql/*'],
  'sql-postgres': ['features/sql/postgres/'],
  'sql-mysql': ['features/sql/mysql/'],
  'sql-sqlite': ['features/sql/sqlite/'],
  sqlite: ['features/stores/sqlite/'],
  client: ['clients/client/create-client'],
  telemetry: ['features/telemetry/'],
  'code-mode': ['features/code-mode/'],
  skills: ['features/skills/'],
  bind: ['features/bind/'],
  testing: ['clients/testing/compare-protocol-versions', 'clients/testing/open-test-server'],
  view: ['clients/view/'],
  'view-pages': ['features/views/'],
};

/** Package files in the bundle, relative to the root, for THIRD-PARTY-LICENSES.txt. */
const bundledFiles = new Set();

/** Prints the licenses of the packages that these modules belong to, and records their files. */
function printAndNote(moduleIds) {
  const files = moduleIds.flatMap((id) => (id.startsWith(root) ? [path.relative(root, id).replaceAll('\\', '/')] : []));
  const contained = files.filter((file) => file.includes('node_modules/'));
  for (const file of contained) bundledFiles.add(file);
  // Bundlers keep comments that begin like this.
  return contained.length === 0 ? '' : printLicenses(root, contained).replace('/*', '/*!');
}

/** Returns a pattern that matches the paths of these modules. */
function matchModules(modules) {
  for (const name of modules) {
    const file = path.join(root, 'runtime', /[/*]$/u.test(name) ? name.replace('*', '') : `${name}.ts`);
    if (!existsSync(file)) throw new Error(`A runtime chunk names a module that does not exist: ${file}`);
  }
  const names = modules.map((name) => (name.endsWith('/') ? name : `${name}.ts$`));
  const pattern = names.join('|').replaceAll('/', '[\\\\/]').replaceAll('*', '[^\\\\/]+');
  return new RegExp(`[\\\\/]runtime[\\\\/](?:${pattern})`, 'u');
}

/** Bundles the program of the script thread with all its dependencies. Returns the code. */
async function bundleThread() {
  const { output } = await build({
    cwd: root,
    input: 'runtime/features/code-mode/thread/main.ts',
    platform: 'neutral',
    resolve: { conditionNames: ['browser', 'import', 'default'] },
    write: false,
    transform: { define: { 'import.meta': '{}' } },
    output: { format: 'iife', minify: true, codeSplitting: false },
  });
  return { program: output[0].code, licenses: printAndNote(output[0].moduleIds) };
}

/** Returns the compiled engine, small enough to be embedded as a string. */
function packEngine() {
  const file = path.join(root, 'node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm');
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).toString('base64');
}

/** Plugin that provides the module declared in `thread/engine.d.ts`. */
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

/** Plugin that inserts package licenses before the chunks that contain the packages. */
const licenses = {
  name: 'licenses',
  renderChunk: (code, { moduleIds }) => {
    const texts = printAndNote(moduleIds);
    return texts === '' ? null : `${texts}${code}`;
  },
};

const folder = path.join(root, 'dist', 'runtime', 'bundled');

/** File of Rolldown's helper, which is a chunk of its own. */
const helperFile = 'chunk-rolldown-runtime.js';
/** File that contains the helper instead: all chunks that need it load this one anyway. */
const apiFile = 'chunk-api.js';

/** Plugin that moves Rolldown's helper into another chunk. */
const helperInApi = {
  name: 'helper-in-api',
  generateBundle(_options, bundle) {
    const { [helperFile]: helper, [apiFile]: api } = bundle;
    const [exports, name, exported] = /export \{ (\w+) as (\w+) \};/u.exec(helper.code);
    const statement = `import { ${exported} as ${name} } from "./${helperFile}";`;
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.code.replace(statement, chunk === api ? '' : `import { ${name} } from "./${apiFile}";`);
    }
    api.code = `${helper.code.replace(exports, `export { ${name} };`)}${api.code}`;
    delete bundle[helperFile];
  },
};

/** Lists the files that a chunk imports, after {@link helperInApi}. */
function listImports({ imports, dynamicImports }) {
  const files = [...imports, ...dynamicImports].map((file) => (file === helperFile && !isMeasured ? apiFile : file));
  return [...new Set(files)];
}

/** Plugin that describes the modules that import only each other and modules of Node, for `runtime-modules.ts`. */
const description = {
  name: 'description',
  generateBundle(_options, bundle) {
    const all = Object.values(bundle).filter(({ type }) => type === 'chunk');
    const importsOf = new Map(all.map((chunk) => [chunk.fileName, listImports(chunk)]));
    const isClosed = (file, seen = new Set()) => {
      if (seen.has(file) || file.startsWith('node:')) return true;
      seen.add(file);
      // A server has either way to get grants: its bundle takes the functions that it uses.
      if (file === 'chunk-delegation.js') return false;
      return importsOf.get(file)?.every((each) => isClosed(each, seen)) === true;
    };
    const closed = all.filter(({ fileName, isEntry }) => !isEntry && isClosed(fileName));
    const hash = createHash('sha256');
    for (const { code } of closed) hash.update(code);
    const modules = Object.fromEntries(
      closed.map(({ fileName }) => [fileName, importsOf.get(fileName).filter((each) => !each.startsWith('node:'))]),
    );
    const version = hash.digest('hex').slice(0, 8).toUpperCase();
    this.emitFile({ type: 'asset', fileName: 'modules.json', source: JSON.stringify({ version, modules }) });
  },
};

rmSync(folder, { recursive: true, force: true });
await build({
  cwd: root,
  input: Object.fromEntries(
    Object.entries({ ...entries, ...internalEntries }).map(([name, module]) => [name, `runtime/${module}.ts`]),
  ),
  platform: 'neutral',
  preserveEntrySignatures: 'strict',
  // Dependencies of the user's project: stores and queues, databases, the OpenTelemetry API, and the library with which views talk to hosts.
  external:
    /^(?:node:|redis$|bullmq$|better-sqlite3$|pg$|mysql2(?:\/promise)?$|@opentelemetry\/api$|@modelcontextprotocol\/ext-apps$)/u,
  // The plugin's insertions would make the source maps of a measured run wrong.
  plugins: [
    sandbox,
    ...(isMeasured ? [] : [unnamedClosures]),
    licenses,
    ...(isMeasured ? [] : [helperInApi]),
    description,
  ],
  output: {
    dir: folder,
    sourcemap: isMeasured,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name].js',
    codeSplitting: {
      groups: [
        { name: 'core', test: /rolldown[\\/]runtime\.js$/u, priority: 101 },
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

/** Deletes declarations that no public entry refers to, so that they are not published needlessly. */
function removeUnreached(compiled) {
  const reached = new Set(Object.values(entries).map((module) => path.join(compiled, `${module}.d.ts`)));
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
