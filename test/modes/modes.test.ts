import { afterAll, describe, expect, test } from 'vitest';
import { tokenEstimate } from '../../generator/outputs/inspect/estimate-tokens.js';
import { openModeServer, petstore } from './open-mode-server.js';
import { modes, playTask } from './play-task.js';

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

describe.each(servers)('tasks over the Petstore in $mode mode', (server) => {
  test.each(petstore.tasks)('$name', async (task) => {
    const { problem, missed } = await playTask(server, task);
    expect(problem).toBeUndefined();
    expect(missed).toEqual([]);
  });
});

test('code mode costs fewer tokens than the others', async () => {
  const totals = await Promise.all(
    servers.map(async (server) => {
      let total = server.tools.reduce((sum, tool) => sum + tokenEstimate.count(JSON.stringify(tool)), 0);
      for (const task of petstore.tasks) {
        const { read, written } = await playTask(server, task);
        total += read + written;
      }
      return [server.mode, total] as const;
    }),
  );
  const [cheapest] = totals.toSorted(([, left], [, right]) => left - right);
  expect(cheapest?.[0]).toBe('code');
});
