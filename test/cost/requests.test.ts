import { describe, expect, test } from 'vitest';
import { Connection } from '../../runtime/core/connection/connection.js';
import { Exchange, type Channel } from '../../runtime/core/exchange/exchange.js';
import { respondInOrder } from '../../runtime/core/calls/response-order.js';
import { openService } from '../kit/open-service.js';
import { unseal } from '../../runtime/core/sharing/state-seal.js';
import { emptyBody } from '../../runtime/core/results/result-body.js';
import { measureGrowth } from '../kit/measure-growth.js';
import { makeDefinition, makeHandlers, makeTool, oneTool } from '../wire/fixture-server.js';
import { initialize, modern, request, talk } from '../wire/wire.js';

/** Checks that a phase of ten times as many requests takes about ten times as long. */
async function comparePhases(spend: (count: number) => Promise<number>): Promise<void> {
  await spend(4_000);
  const small = Math.min(await spend(4_000), await spend(4_000));
  const large = await spend(40_000);
  expect(large, `${small} ms for 4,000`).toBeLessThan(50 + 20 * small);
}

/** Processor time in milliseconds until the next turn of the event loop after an action. */
async function measureTurn(act: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await act();
  await new Promise((resolve) => setImmediate(resolve));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('ten times as many answers that are held back are sent in about ten times the time', async () => {
  await comparePhases(async (count) => {
    let answered = 0;
    const channel: Channel = { isShared: true, send: () => {}, respond: () => (answered += 1) };
    let release = (): void => {};
    const loaded = new Promise<void>((resolve) => (release = resolve));
    const exchanges = Array.from({ length: count }, (_, index) => new Exchange(index, channel));
    const bodies = exchanges.map((exchange) => respondInOrder(exchange, () => loaded.then(() => emptyBody)));
    release();
    await new Promise((resolve) => setImmediate(resolve));
    const spent = await measureTurn(() => exchanges.forEach((exchange) => exchange.close('x')));
    await Promise.all(bodies);
    expect(answered).toBe(count);
    return spent;
  });
});

test('ten times as many requests that were cancelled while they waited are passed over in about ten times the time', async () => {
  const { definition, handlers } = oneTool(() => new Promise(() => {}));
  await comparePhases(async (count) => {
    const channel: Channel = { send: () => {}, respond: () => {} };
    const service = openService({ definition, handlers }, {});
    const connection = new Connection(service, { channel, protocolVersion: '2025-11-25', sequential: true });
    const cancel = (requestId: number): void => {
      connection.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    };
    for (let id = 0; id < count; id += 1) connection.receive(request(id, 'tools/call', { name: 'probe' }));
    for (let id = count - 1; id > 0; id -= 1) cancel(id);
    return measureTurn(() => cancel(0));
  });
});

describe('ten times as long a parameter takes about ten times as long', () => {
  const subject = {
    definition: makeDefinition({
      tools: [makeTool('probe')],
      prompts: [
        {
          name: 'p',
          fields: {},
          arguments: [{ name: 'a', required: false }],
          completions: { a: Array.from({ length: 1_000 }, (_, index) => `${'a'.repeat(100)}${index}`) },
        },
      ],
    }),
    handlers: makeHandlers({ tools: { probe: () => 'x' }, prompts: { p: () => 'x' } }),
  };
  const complete = (value: string): object =>
    request(1, 'completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value } });

  test.each<readonly [string, (count: number) => object]>([
    ['a text to complete', (count) => complete('aé'.repeat(count))],
    ['a text to complete that differs late', (count) => complete(`${'a'.repeat(99)}${'b'.repeat(count)}`)],
    ['a cursor', (count) => request(1, 'tools/list', { cursor: 'dG9v'.repeat(count) })],
    ['a cursor that is none', (count) => request(1, 'tools/list', { cursor: `${'A_-'.repeat(count)}=` })],
    ['a state', (count) => modern(1, 'tools/call', { name: 'probe', arguments: {}, requestState: '1.'.repeat(count) })],
    [
      'the answers to questions',
      (count) => {
        const inputResponses = Object.fromEntries(Array.from({ length: count }, (_, index) => [`q#${index}`, {}]));
        return modern(1, 'tools/call', { name: 'probe', arguments: {}, inputResponses });
      },
    ],
  ])('%s', async (_what, makeMessage) => {
    await measureGrowth(5_000, async (count) => {
      const answers = await talk(subject, [initialize(0, '2025-11-25'), makeMessage(count)]);
      expect(answers).toHaveLength(2);
    });
  });

  test.each([
    ['1.id.', 'AAAA', ''],
    ['1.id.', '_-', '='],
    ['', '.', ''],
  ])('a sealed state: %j, %j …, %j', async (begin, piece, end) => {
    const { definition, handlers } = oneTool(() => 'x');
    const service = openService({ definition, handlers }, { stateKeys: ['a key that is long enough to be one'] });
    await measureGrowth(20_000, async (count) => {
      await expect(unseal(service, begin + piece.repeat(count) + end)).rejects.toThrow(/^it /u);
    });
  });
});
