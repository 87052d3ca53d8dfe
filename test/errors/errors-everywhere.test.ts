import { afterAll, describe, expect, test, vi } from 'vitest';
import type { openTestServer } from '../../runtime/clients/testing/index.js';
import type { settle as settleCall, ToolMethod } from '../../runtime/clients/client/index.js';
import type { ClientProject } from '../../runtime/clients/testing/index.js';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { startServer } from '../kit/start-server.js';
import { typeCheck } from '../kit/type-check.js';

/** Names of errors that mean something in JavaScript, or differ only in case. */
const names = [
  'default',
  'delete',
  'class',
  'await',
  'new',
  'null',
  'true',
  'undefined',
  'arguments',
  'eval',
  'prototype',
  'hasOwnProperty',
  'isPrototypeOf',
  'toLocaleString',
  'propertyIsEnumerable',
  'name',
  'message',
  'stack',
  'cause',
  'length',
  'call',
  'bind',
  'busy',
  'bUSY',
  'notfound',
  'notFound',
];
const errors = names
  .map(
    (name) =>
      `      ${name}: { description: ${name}., data: { type: object, properties: { name: { const: ${JSON.stringify(name)} } } } }`,
  )
  .join('\n');
const project = await createProject({
  'definitions/odd.mcp.yaml': `
server: { name: odd, version: 1.0.0 }
tools:
  fail:
    description: Fails.
    task: { support: optional }
    inputSchema: { type: object, properties: { error: { type: string, description: Name. } }, required: [error] }
    errors:
${errors}
  other:
    description: Fails, too.
    task: { support: required }
    errors:
      busy: { description: The other one is busy., data: { type: object, properties: { until: { type: integer } }, required: [until] } }
`,
  'handlers/tools/fail.ts': `
    import type { Fail } from '../../generated/handlers.ts';
    export const fail: Fail = ({ error }, context) => {
      const { fail } = context;
      if (error === 'wrong') return fail.busy({ name: 'free' as 'busy' });
      if (error === 'other') throw new Error('secret');
      const throwError = fail[error as 'busy'];
      return throwError({ name: error as 'busy' });
    };`,
  'handlers/tools/other.ts': `
    import type { Other } from '../../generated/handlers.ts';
    export const other: Other = async (_, { fail }) => fail.busy({ until: 7 }, { message: 'Until 7.' });`,
  'callers/names.ts': `
    import { settle } from 'create-mcp-from-schema/client';
    import type { Client } from '../generated/client.ts';
    export async function call({ tools }: Client): Promise<string | number | undefined> {
      const { error } = (await settle(tools.fail({ error: '' }))) as Exclude<Awaited<ReturnType<typeof read>>, { ok: true }>;
      switch (error.name) {
        ${names.map((name) => `case '${name}': return error.data.name satisfies '${name}' | undefined;`).join('\n')}
        case 'ToolError': return error.tool;
        case 'RequestError': return error.code;
        default: return error satisfies never;
      }
      function read() { return settle(tools.fail({ error: '' })); }
    }`,
  'test/exports.ts': `
    export { openTestServer } from 'create-mcp-from-schema/testing';
    export { settle } from 'create-mcp-from-schema/client';
    export { project } from '../generated/test-project.ts';`,
});
const server = await project.bundle();
const key = 'create-mcp-from-schema/error';

test('any name of an error compiles, in handlers and callers', async () => {
  expect(await typeCheck(project.folder, ['generated', 'handlers', 'callers'])).toBe('');
});

test('any name of an error arrives in the typed client', async () => {
  const exports = await loadModule<{
    readonly openTestServer: typeof openTestServer;
    readonly settle: typeof settleCall;
    readonly project: ClientProject<{ readonly tools: { readonly fail: ToolMethod<{ error: string }, unknown> } }>;
  }>(project.folder, 'test/exports.ts');
  const opened = await exports.openTestServer(exports.project);
  for (const name of names) {
    expect(await exports.settle(opened.tools.fail({ error: name }))).toMatchObject({
      ok: false,
      error: { name, data: { name }, message: `${name}.` },
    });
  }
  expect(opened.reports).toEqual([]);
  await opened.close();
});

/** How each error of a task arrives: the error of `_meta`, and the text. */
const inTasks = [
  ['fail', 'default', { name: 'default', data: { name: 'default' } }, 'default.'],
  [
    'fail',
    'wrong',
    undefined,
    'Tool "fail" failed with the error "busy", whose data does not fit its schema:\n- name: must be "busy", got "free"',
  ],
  ['other', '', { name: 'busy', data: { until: 7 } }, 'Until 7.'],
] as const;

describe('an error of a task', () => {
  const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const legacy = askServer(server, { carrier: 'stdio', revision: '2025-11-25' });
  const modern = askServer(server, { carrier: 'stdio', revision: '2026-07-28' });
  afterAll(async () => {
    await (await legacy).close();
    await (await modern).close();
  });

  test.each(inTasks)('%s %s in 2025-11-25', async (name, error, sent, text) => {
    const { ask } = await legacy;
    const { result } = await ask('tools/call', { name, arguments: { error }, task: {} });
    const { taskId } = result.task;
    const { result: failed } = await ask('tasks/result', { taskId });
    expect(failed).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
    expect(failed._meta[key]).toEqual(sent);
    expect((await ask('tasks/get', { taskId })).result).toMatchObject({ status: 'failed', statusMessage: text });
  });

  test.each(inTasks)('%s %s in 2026-07-28', async (name, error, sent, text) => {
    const { ask } = await modern;
    const { result } = await ask('tools/call', { name, arguments: { error } }, capabilities);
    const taskId = result.taskId as string;
    const task = await vi.waitUntil(
      async () => {
        const { result: current } = await ask('tasks/get', { taskId }, capabilities);
        return current.status === 'working' ? undefined : current;
      },
      { timeout: 60_000 },
    );
    expect(task).toMatchObject({ status: 'completed', result: { isError: true, content: [{ type: 'text', text }] } });
    expect(task.result._meta[key]).toEqual(sent);
  });
});

test('each call of a batch has its own error', async () => {
  const { child, listening } = startServer(server, ['--http', '0']);
  const url = await listening();
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const post = (body: unknown, more: object = {}) =>
    fetch(url, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
  const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  const opened = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const session = { 'Mcp-Session-Id': opened.headers.get('mcp-session-id') ?? '' };
  const call = (id: number, name: string, error: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: { error } },
  });
  const text = await (
    await post(
      [call(1, 'fail', 'busy'), call(2, 'fail', 'bUSY'), call(3, 'other', ''), call(4, 'fail', 'other')],
      session,
    )
  ).text();
  const bodies = [...text.matchAll(/^data: (.+)$/gmu)].map(([, data]) => data ?? '');
  interface Reply {
    readonly id: number;
    readonly result: { readonly isError: boolean; readonly _meta?: { readonly [name: string]: unknown } };
  }
  const replies = (bodies.length > 0 ? bodies : [text]).flatMap((body) => JSON.parse(body) as readonly Reply[]);
  expect(new Map(replies.map(({ id, result }) => [id, result._meta?.[key]]))).toEqual(
    new Map<number, unknown>([
      [1, { name: 'busy', data: { name: 'busy' } }],
      [2, { name: 'bUSY', data: { name: 'bUSY' } }],
      [3, { name: 'busy', data: { until: 7 } }],
      [4, undefined],
    ]),
  );
  child.kill('SIGTERM');
});
