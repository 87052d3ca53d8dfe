import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { readCorpus } from './engine/corpus.js';
import { runInput } from './engine/fuzz-target.js';
import { watchReports } from './engine/watch-reports.js';
import { targets } from './all-targets.js';

const folder = path.join(import.meta.dirname, 'corpus');

afterAll(() => void vi.restoreAllMocks());

describe.each(targets.map((target) => ({ target, name: target.name })))('the fuzzer of $name', ({ target }) => {
  afterAll(() => target.close?.());

  test('finds nothing in inputs that once broke an invariant, nor in valid ones', async () => {
    vi.spyOn(process.stderr, 'write');
    // The handler for `fetch` reports to the console, which vitest shows.
    vi.spyOn(console, 'error').mockReturnValue();
    watchReports();
    const inputs = [
      ...readCorpus(folder, target.name).map(({ input }) => input as never),
      ...target.seeds().slice(0, 5),
    ];
    for (const input of inputs) expect(await runInput<never>(target, input)).toBeTypeOf('number');
  });
});
