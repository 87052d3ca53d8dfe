import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { findResultFault } from '../kit/check-message.js';
import { modern, type Wire } from '../wire/wire.js';
import { openClient, take, type Client, type Transport } from './clients.js';
import { allCommands } from './commands.js';
import { makeModelServer } from './model-server.js';
import type { Reference } from './reference.js';

const legacyRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

const sessions: readonly (readonly [revision: string, transport: Transport])[] = [
  ...legacyRevisions.map((revision) => [revision, 'newline'] as const),
  ['2026-07-28', 'newline'],
  ['2025-06-18', 'Content-Length'],
  ['2026-07-28', 'Content-Length'],
  ['2025-03-26', 'session'],
  ['2025-11-25', 'session'],
  ['2026-07-28', 'stateless'],
];

/** Opens a legacy session: `initialize`, its answer, `notifications/initialized`. */
async function greet(client: Client, revision: string): Promise<void> {
  const params = {
    protocolVersion: revision,
    capabilities: { elicitation: {} },
    clientInfo: { name: 'm', version: '1' },
  };
  client.send({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params });
  const { result } = await take(client, ({ id }: Wire) => id === 'hello');
  expect(findResultFault(revision, 'initialize', result)).toBeUndefined();
  expect(result.protocolVersion).toBe(revision);
  client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  // Over HTTP the notification, and the stream of the server's own messages, have arrived when this is answered.
  client.send({ jsonrpc: '2.0', id: 'ready', method: 'ping' });
  await take(client, ({ id }: Wire) => id === 'ready');
}

/** The first request of a modern client. */
async function discover(client: Client): Promise<void> {
  client.send(modern('hello', 'server/discover'));
  await take(client, ({ id }: Wire) => id === 'hello');
}

// The handler for `fetch` reports to the console.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

describe('random sessions go as the specification says', () => {
  test.each(sessions)('%s, %s', async (revision, transport) => {
    const session = fc.asyncProperty(fc.commands(allCommands, { maxCommands: 25 }), async (commands) => {
      const server = makeModelServer();
      const client = await openClient(transport, server);
      const model: Reference = {
        revision,
        waiting: new Set(),
        subscribed: new Set(),
        listening: new Map(),
        tools: new Set(['echo', 'wait', 'ask', 'fail']),
        nextId: 1,
      };
      await (revision === '2026-07-28' ? discover(client) : greet(client, revision));
      await fc.asyncModelRun(() => ({ model, real: { client, server } }), commands);
      expect(client.inbox).toEqual([]);
      await client.close();
    });
    await fc.assert(session, { numRuns: 40 });
  });
});
