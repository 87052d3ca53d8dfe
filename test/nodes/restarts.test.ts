import { expect, test } from 'vitest';
import { countCalls, flawless, startAskingLoad } from './asking-load.js';
import { Field } from './field.js';

test('processes end before their calls: these get an error after which a client may try again', async () => {
  const environment = { DRAIN_MS: '100' };
  const field = await Field.open(() => [{ environment }, { environment }, { environment }]);
  const load = await startAskingLoad(field);
  for (const index of field.nodes.keys()) {
    await load.more(100);
    const ending = field.end(index, 'SIGTERM');
    await field.leave(index);
    expect(await ending).toBe(0);
    await field.start(index);
  }
  await load.more(100);
  const result = await countCalls(load);
  expect(result).toMatchObject(flawless);
  expect(result.unfinished).toBeGreaterThan(0);
}, 180_000);
