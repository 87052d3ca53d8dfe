import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Folders whose tests share loaded modules, because loading the generator takes longer than they do. They change nothing global. */
const sharing = [
  'definitions',
  'descriptor-budget',
  'diff',
  'emit',
  'inspect',
  'logtalk',
  'openapi',
  'profiles',
  'resolve',
  'types',
  'uri-template',
  'validators',
  'botserver',
  'regenerate',
  'typed-client',
].map(testsOf);

/** As `sharing`, with hooks of their own for each test. */
const wire = testsOf('wire');

/** Folders whose tests drive several processes or a browser. On a machine that is busy, one of them may wait too long: it gets a second try. */
const stories = ['clients', 'dev', 'inspection-page', 'nodes', 'stores', 'tasks', 'views', 'workers'].map(testsOf);

function testsOf(folder: string): string {
  return `test/${folder}/**/*.test.ts`;
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^fast-check$/u, replacement: path.resolve(import.meta.dirname, 'test/kit/repeatable-properties.ts') },
    ],
  },
  test: {
    globalSetup: 'test/kit/one-folder.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Much of the time is spent waiting for servers: three at once, also on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      { extends: true, test: { name: 'sharing', include: sharing, isolate: false } },
      {
        extends: true,
        test: { name: 'wire', include: [wire], isolate: false, setupFiles: 'test/wire/each-test.ts' },
      },
      { extends: true, test: { name: 'stories', include: stories, retry: 1 } },
      {
        extends: true,
        test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: [...sharing, wire, ...stories] },
      },
    ],
  },
});
