import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Files with processes of their own: they mock modules, set what a process has once, such as its tracer, collect garbage, or measure processor time. */
const apart = [
  'architecture/toy-feature',
  'botserver/commands',
  'build/check-types',
  'cli/generate-command',
  'cli/scaffold-command',
  'cost/*',
  'docs/samples',
  'faults/*',
  'generate/unchanged',
  'logs/*',
  'scaffold/formatted-project',
  'scaffold/from-document',
  'scaffold/scaffold',
  'scaffold/silent-servers',
  'skills/skill-commands',
  'sql/{checked-statements,from-database,from-database-server,missing-drivers,read-mysql-catalog}',
  'telemetry/*',
  'windows/*',
  'write/held-file',
].map(testsOf);

/**
 * Files that install packages from npm's registry, drive a browser, follow a page of the documentation, start many processes or stores, or
 * measure. `npm test` leaves them out, `npm run check` does not.
 */
const outer = [
  'auth/inspector',
  'bench/*',
  'clients/inspector',
  'code-mode/memory-limit',
  'docs/{database-tutorial,quickstart}',
  'dev-ui/{gallery,inspect,studio}',
  'dev-ui/form/{every-tool,form-stories}',
  'library/walk',
  'load/*',
  'modes/walk',
  'nodes/{faults,kills,walk}',
  'package/*',
  'packages/*',
  'real/**/*',
  'scaffold/scaffolded-project',
  'site/{hostile-text,page-in-browser}',
  'soak/*',
  'sql/{row-level-security,mysql-runtime,nullability-mysql,prepare-mysql,open-postgres,postgres-tls}',
  'stores/{node-sqlite,redis-cluster,redis-failover,redis-tls}',
  'tasks/{cluster-tasks,skewed-clocks,worker-processes}',
  'views/{bird-quiz,bookshop-shelf,framework-samples,handshake,new-project,page}',
  'web/mounting',
].map(testsOf);

function testsOf(files: string): string {
  return `test/${files}.test.ts`;
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^fast-check$/u, replacement: path.resolve(import.meta.dirname, 'test/kit/repeatable-properties.ts') },
    ],
  },
  test: {
    globalSetup: 'test/kit/one-folder.ts',
    setupFiles: ['test/kit/leave-no-trace.ts', 'test/wire/each-test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Some of the time is spent waiting for servers: three at once, also on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      // Files share the modules that they load: loading the generator takes longer than most of them.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...apart, ...outer, 'test/upgrade/golden/**'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
      { extends: true, test: { name: 'outer', include: outer, isolate: false } },
    ],
  },
});
