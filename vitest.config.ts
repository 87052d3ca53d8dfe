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
].map((folder) => `test/${folder}/**/*.test.ts`);

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
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: sharing } },
    ],
  },
});
