import path from 'node:path';
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.js';
import { coverageFolder } from './coverage-folder.js';
import { listOutsideTests } from './outside-tests.js';
import { BranchReporter } from './report-branches.js';

const root = path.resolve(import.meta.dirname, '../..');

// Without projects, each test file loads the modules that it measures.
const { projects: _, ...settings } = base.test ?? {};

export default defineConfig({
  root,
  test: {
    ...settings,
    include: [...listOutsideTests(root)],
    setupFiles: ['test/coverage/measure-processes.ts', ...(base.test?.setupFiles ?? [])],
    reporters: ['dot', new BranchReporter()],
    coverage: {
      enabled: true,
      provider: 'v8',
      include: ['runtime/**/*.ts'],
      reporter: ['json'],
      reportOnFailure: true,
      reportsDirectory: path.join(coverageFolder, 'tests'),
    },
  },
});
