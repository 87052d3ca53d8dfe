import { afterEach, describe, expect, test } from 'vitest';
import type { AuthInfo } from '../../runtime/index.js';
import { openService } from '../../runtime/node/start.js';
import { serveHttp } from '../../runtime/node/serve-http.js';
import { fromTaskClient, oneTaskTool } from './task-client.js';
import { modern, type Subject, type Wire } from './wire.js';

const running: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()));
});

type Headers = { readonly [name: string]: string };

/** Serves until the test is over; gives what sends a message with the headers that repeat it. */
async function open({
  definition,
  handlers,
}: Subject): Promise<(message: Wire, headers?: Headers) => Promise<Response>> {
  const options = { drainMs: 100 };
  const authenticate = (request: { header(name: string): string | undefined }): AuthInfo => ({
    principal: request.header('x-user') ?? 'nobody',
  });
  const serving = await serveHttp(openService(definition, handlers, options), options, { port: 0 }, authenticate);
  running.push(async () => {
    serving.stop();
    await serving.finished;
  });
  return (message, headers = {}) => {
    const { method, params } = message;
    const name = (method as string).startsWith('tasks/') ? params.taskId : params.name;
    return fetch(serving.url, {
      method: 'POST',
      body: JSON.stringify(message),
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': method,
        ...(name === undefined ? {} : { 'Mcp-Name': name }),
        ...headers,
      },
    });
  };
}

const call = fromTaskClient(1, 'tools/call', { name: 'probe', arguments: {} });
const get = (taskId: unknown): Wire => fromTaskClient(2, 'tasks/get', { taskId });

async function resultOf(response: Response): Promise<Wire> {
  return ((await response.json()) as Wire)['result'] as Wire;
}

describe('tasks over HTTP', () => {
  test('the handler goes on after the connection of its request', async () => {
    let finish = (): void => {};
    const post = await open(
      oneTaskTool(async (_, { signal }) => {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return `aborted: ${signal.aborted}`;
      }),
    );
    const response = await post(call, { Connection: 'close' });
    expect(response.status).toBe(200);
    const { taskId } = await resultOf(response);
    expect(await resultOf(await post(get(taskId)))).toMatchObject({ status: 'working' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    finish();
    let task: Wire;
    do task = await resultOf(await post(get(taskId)));
    while (task['status'] === 'working');
    expect(task).toMatchObject({ status: 'completed', result: { content: [{ text: 'aborted: false' }] } });
  });

  test('a task exists for nobody but who began it', async () => {
    const post = await open(oneTaskTool(() => new Promise(() => {})));
    const { taskId } = await resultOf(await post(call, { 'X-User': 'ann' }));
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const message = fromTaskClient(2, method, { taskId, inputResponses: {} });
      const response = await post(message, { 'X-User': 'bob' });
      expect(response.status).toBe(200);
      expect(((await response.json()) as Wire)['error']).toEqual({ code: -32602, message: 'Task not found' });
    }
    expect(await resultOf(await post(get(taskId), { 'X-User': 'ann' }))).toMatchObject({ status: 'working' });
  });

  test('one principal cannot take the room of all', async () => {
    const post = await open(oneTaskTool(() => 'done'));
    for (let count = 0; count < 250; count += 1) {
      expect(await resultOf(await post(call, { 'X-User': 'ann' }))).toMatchObject({ resultType: 'task' });
    }
    const refused = (await (await post(call, { 'X-User': 'ann' })).json()) as Wire;
    expect(refused['error'].code).toBe(429);
    expect(await resultOf(await post(call, { 'X-User': 'bob' }))).toMatchObject({ resultType: 'task' });
  });

  test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])('%s names its task in a header', async (method) => {
    const post = await open(oneTaskTool(() => 'done'));
    const { taskId } = await resultOf(await post(call));
    const message = fromTaskClient(2, method, { taskId, inputResponses: {} });
    expect((await post(message)).status).toBe(200);
    for (const headers of [{ 'Mcp-Name': 'another' }, { 'Mcp-Name': '' }, { 'Mcp-Method': 'tools/call' }]) {
      const response = await post(message, headers);
      expect(response.status).toBe(400);
      expect(((await response.json()) as Wire)['error'].code).toBe(-32020);
    }
  });

  test('a client without the extension is refused with 400', async () => {
    const post = await open(oneTaskTool(() => 'done', { support: 'required' }));
    const listen = { notifications: { taskIds: ['x'] } };
    for (const message of [
      modern(1, 'tools/call', { name: 'probe' }),
      modern(2, 'tasks/get', { taskId: 'x' }),
      modern(3, 'subscriptions/listen', listen),
    ]) {
      const response = await post(message);
      expect(response.status).toBe(400);
      expect(((await response.json()) as Wire)['error'].code).toBe(-32021);
    }
  });

  test('methods that the extension does not have are not found', async () => {
    const post = await open(oneTaskTool(() => 'done'));
    const response = await post(fromTaskClient(1, 'tasks/result', { taskId: 'x' }));
    expect(response.status).toBe(404);
    expect(((await response.json()) as Wire)['error'].code).toBe(-32601);
  });

  test('a subscription on another connection is told, with its tasks and no others', async () => {
    const post = await open(oneTaskTool(() => new Promise(() => {})));
    const own = await resultOf(await post(call, { 'X-User': 'ann' }));
    const other = await resultOf(await post(call, { 'X-User': 'bob' }));
    const filter = { notifications: { taskIds: [own['taskId'], other['taskId']] } };
    const stream = await post(fromTaskClient('w', 'subscriptions/listen', filter), { 'X-User': 'ann' });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    let text = '';
    const read = async (wanted: string): Promise<void> => {
      while (!text.includes(wanted)) text += new TextDecoder().decode((await reader.read()).value);
    };
    await read('acknowledged');
    await post(fromTaskClient(3, 'tasks/cancel', { taskId: other['taskId'] }), { 'X-User': 'bob' });
    await post(fromTaskClient(3, 'tasks/cancel', { taskId: own['taskId'] }), { 'X-User': 'ann' });
    await read('"cancelled"');
    expect(text).toContain(`"taskIds":["${own['taskId']}"]`);
    expect(text).not.toContain(other['taskId']);
    await reader.cancel();
  });
});
