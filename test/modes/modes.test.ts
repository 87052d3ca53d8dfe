import { afterAll, describe, expect, test } from 'vitest';
import { tokenEstimate } from '../../generator/outputs/inspect/estimate-tokens.js';
import { openModeServer, petstore } from './open-mode-server.js';
import { modes, playTask, type Played } from './play-task.js';

const document = 'definitions/petstore/petstore.openapi.yaml';
const servers = await Promise.all(modes.map((mode) => openModeServer(petstore, document, mode)));

afterAll(() => Promise.all(servers.map((server) => server.close())));

test('a task whose effect or answer is another is not done', async () => {
  const [server] = servers;
  const [count, add] = petstore.tasks;
  if (!server || !count || !add) throw new Error('There is nothing to try');
  expect((await playTask(server, { ...count, answer: { sold: 42 } })).problem).toBe(
    'the answer is {"sold":41} instead of {"sold":42}',
  );
  expect((await playTask(server, { ...add, effects: [] })).problem).toContain('the API got ["POST /pets {');
  expect((await playTask(server, { ...add, script: 'return {};' })).problem).toContain('the API got [] instead of');
  expect((await playTask(server, { ...count, script: 'return petstore.getInventory({ no: 1 });' })).problem).toContain(
    'Invalid arguments',
  );
});

/** Costs of each task in each mode. */
const played = await Promise.all(
  servers.map(async (server) => {
    const results: Played[] = [];
    for (const task of petstore.tasks) results.push(await playTask(server, task));
    return results;
  }),
);

describe.each(servers.map(({ mode }, index) => ({ mode, results: played[index] ?? [] })))(
  'tasks over the Petstore in $mode mode',
  ({ results }) => {
    test.each(petstore.tasks.map(({ name }, index) => ({ name, result: results[index] })))('$name', ({ result }) => {
      expect([result?.problem, result?.missed]).toEqual([undefined, []]);
    });
  },
);

test('code mode costs fewer tokens than the others', () => {
  const totals = servers.map(({ mode, tools }, index) => {
    const listed = tools.reduce((sum, tool) => sum + tokenEstimate.count(JSON.stringify(tool)), 0);
    return [mode, (played[index] ?? []).reduce((sum, { read, written }) => sum + read + written, listed)] as const;
  });
  const [cheapest] = totals.toSorted(([, left], [, right]) => left - right);
  expect(cheapest?.[0]).toBe('code');
});
