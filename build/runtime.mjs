// Bundles the runtime, as it is published: one file for each public entry, and named chunks that they share.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';

const root = path.resolve(import.meta.dirname, '..');

/** Public entries: `exports` of package.json has the same. */
const entries = ['index', 'node/index', 'node/claim-stdout', 'web/index', 'forward/index', 'testing/index'];

/**
 * Chunks, in the order in which a server loads them. A chunk holds these modules and all that they import, except what an
 * earlier chunk holds. A server on standard input loads `core` and `stdio` until its first list; a bundler of a project
 * cannot split a chunk, so that its server starts with two files of the runtime.
 */
const chunks = {
  core: ['connection/connection', 'service/(prepare-service|lists|service|check-handlers|default-limits)'],
  framing: ['framing/[a-z-]+'],
  stdio: ['node/run-server', 'node/start'],
  api: ['api/[a-z-]+'],
  lists: ['service/lower-descriptors', 'service/cursor'],
  modern: ['modern/serve-request', 'tasks/require-tasks'],
  calls: ['features/call-tool', 'legacy/serve-call', 'modern/serve-call', 'service/load-handlers'],
  content: ['features/get-prompt', 'features/read-resource', 'features/complete'],
  interaction: ['legacy/dialog', 'legacy/open-questions', 'modern/dialog', 'modern/flow', 'interaction/conversation'],
  http: ['http/endpoint', 'http/http-options'],
  tasks: ['tasks/call-as-task', 'tasks/serve-task-method', 'tasks/watch-tasks'],
  forward: ['forward/create-forward', 'forward/call-api'],
  'node-http': ['node/serve-http'],
  web: ['web/create-web-server'],
  testing: ['testing/compare-eras'],
};

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
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name].js',
    codeSplitting: {
      groups: Object.entries(chunks).map(([name, modules], position) => ({
        name,
        test: new RegExp(`[\\\\/]runtime[\\\\/](?:${modules.join('|').replaceAll('/', '[\\\\/]')})\\.ts$`, 'u'),
        priority: Object.keys(chunks).length - position,
      })),
    },
  },
});
