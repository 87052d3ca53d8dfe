/** Ends what a test file has started and changed in its process, which other files use after it. */
import { afterAll, vi } from 'vitest';
import { closeServices } from './after-file.js';

const before = { ...process.env };

afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  await closeServices();
});
