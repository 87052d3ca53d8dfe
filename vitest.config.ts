import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/kit/one-folder.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Much of the time is spent waiting for servers: two at once, also on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
