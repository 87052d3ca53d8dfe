import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { clientKinds, type ConnectedClient } from './client-kinds.js';

const definition = `
server: { name: worker, version: 1.0.0 }
tools:
  work:
    description: Works in three steps.
    inputSchema: { type: object }
  wait:
    description: Waits until it is cancelled.
    inputSchema: { type: object }
  tell:
    description: Tells what it knows about the calls.
    inputSchema: { type: object }
`;

// The clients drop progress that comes in one chunk with the result: the steps take their time.
const work = `
import { setTimeout as delay } from 'node:timers/promises';

export const work = async (_input, context) => {
  for (const step of [1, 2, 3]) {
    context.progress(step, 3, 'Step ' + step);
    context.log.debug({ step }, 'worker');
    await delay(50);
  }
  context.log.warning('The work is done');
  return 'done';
};
`;

const wait = `
export const cancelled = [];

export const wait = (_input, context) =>
  new Promise((resolve) => {
    context.signal.addEventListener('abort', () => {
      cancelled.push(context.signal.reason.message);
      resolve('too late');
    });
    context.progress(1);
  });
`;

const tell = `
import { cancelled } from './wait.ts';

export const tell = (_input, { protocolVersion, client }) => ({ revision: protocolVersion, client: client.name, cancelled });
`;

const project = await createProject({
  'definitions/worker.mcp.yaml': definition,
  'handlers/tools/work.ts': work,
  'handlers/tools/wait.ts': wait,
  'handlers/tools/tell.ts': tell,
});
const server = await project.bundle();

/** Clients of the legacy era set a level for the session, modern ones for a request, and for no other. */
const askForLogs = {
  async legacy(client: ConnectedClient) {
    const seen = client.logs.length;
    await client.setLoggingLevel('warning');
    await client.callTool('work', {});
    expect(client.logs.slice(seen)).toEqual([{ level: 'warning', data: 'The work is done' }]);
    await client.setLoggingLevel('debug');
    await client.callTool('work', {});
    expect(client.logs.slice(seen + 1)).toEqual([
      ...[1, 2, 3].map((step) => ({ level: 'debug', logger: 'worker', data: { step } })),
      { level: 'warning', data: 'The work is done' },
    ]);
  },
  async modern(client: ConnectedClient) {
    await client.callTool('work', {});
    expect(client.logs).toEqual([]);
    await client.callTool('work', {}, { meta: { 'io.modelcontextprotocol/logLevel': 'warning' } });
    expect(client.logs).toEqual([{ level: 'warning', data: 'The work is done' }]);
  },
};

describe.each(clientKinds)('worker, $name', ({ name, era, connect }) => {
  let client: ConnectedClient;

  beforeAll(async () => {
    client = await connect(server);
  });

  afterAll(async () => {
    const { stderr, ...rest } = await client.close();
    expect(rest).toEqual({ exitCode: 0, survivors: [] });
    // The reason of a cancellation is told to the operator.
    expect(stderr.replace(/^\[.*\] REQUEST \| CANCELLED: .*Enough\n$/u, '')).toBe('');
  });

  test('tells its handlers who asks, in which revision', async () => {
    const revision = era === 'modern' ? '2026-07-28' : '2025-11-25';
    expect(await client.callTool('tell', {})).toMatchObject({
      content: [{ text: JSON.stringify({ revision, client: 'official-client', cancelled: [] }) }],
    });
  });

  test('reports progress to a client that asks for it', async () => {
    const progress: unknown[] = [];
    await client.callTool('work', {}, { onprogress: (step) => void progress.push(step) });
    expect(progress).toEqual([1, 2, 3].map((step) => ({ progress: step, total: 3, message: `Step ${step}` })));
  });

  test('stops a call that the client cancels, and serves on', async () => {
    const controller = new AbortController();
    const onprogress = (): void => controller.abort(new Error('Enough'));
    const call = client.callTool('wait', {}, { signal: controller.signal, onprogress });
    await expect(call).rejects.toThrow('Enough');
    // Over HTTP, modern clients cancel by closing the connection.
    const isClosed = era === 'modern' && name.endsWith('HTTP');
    const reason = isClosed
      ? /"cancelled":\["The client closed the connection"\]/u
      : /"cancelled":\["The client cancelled the request: .*Enough"\]/u;
    await vi.waitFor(async () =>
      expect(await client.callTool('tell', {})).toMatchObject({
        content: [{ text: expect.stringMatching(reason) as string }],
      }),
    );
  });

  test('logs from the level on that the client asks for', () => askForLogs[era](client));
});
