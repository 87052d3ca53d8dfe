import { describe, expect, test } from 'vitest';
import { arrive, serve, type HttpSubject } from './http-kit.js';
import type { RawResponse } from './raw-http.js';
import { fromTaskClient, oneTaskTool } from './task-client.js';
import { modern, type Subject, type Wire } from './wire.js';

/** Serves the user that `X-User` names. */
const open = (subject: Subject): Promise<HttpSubject> =>
  serve(subject, { authenticate: (request) => ({ principal: request.header('x-user') ?? 'nobody' }) });

const call = fromTaskClient(1, 'tools/call', { name: 'probe', arguments: {} });
const get = (taskId: unknown): Wire => fromTaskClient(2, 'tasks/get', { taskId });
const resultOf = ({ messages }: RawResponse): Wire => messages[0]?.['result'] as Wire;
const errorOf = ({ messages }: RawResponse): Wire => messages[0]?.['error'] as Wire;

describe('tasks over HTTP', () => {
  test('the handler goes on after the connection of its request', async () => {
    let finish = (): void => {};
    const server = await open(
      oneTaskTool(async (_, { signal }) => {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return `aborted: ${signal.aborted}`;
      }),
    );
    const response = await server.post(call, { Connection: 'close' });
    expect(response.status).toBe(200);
    const { taskId } = resultOf(response);
    expect(resultOf(await server.post(get(taskId)))).toMatchObject({ status: 'working' });
    await arrive(server);
    finish();
    let task: Wire;
    do task = resultOf(await server.post(get(taskId)));
    while (task['status'] === 'working');
    expect(task).toMatchObject({ status: 'completed', result: { content: [{ text: 'aborted: false' }] } });
  });

  test('a task exists only for the client that began it', async () => {
    const server = await open(oneTaskTool(() => new Promise(() => {})));
    const { taskId } = resultOf(await server.post(call, { 'X-User': 'ann' }));
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const message = fromTaskClient(2, method, { taskId, inputResponses: {} });
      const response = await server.post(message, { 'X-User': 'bob' });
      expect(response.status).toBe(200);
      expect(errorOf(response)).toEqual({ code: -32602, message: 'Task not found' });
    }
    expect(resultOf(await server.post(get(taskId), { 'X-User': 'ann' }))).toMatchObject({ status: 'working' });
  });

  test('one principal cannot take the room of all', async () => {
    const server = await open(oneTaskTool(() => 'done'));
    const begun = await Promise.all(Array.from({ length: 250 }, () => server.post(call, { 'X-User': 'ann' })));
    expect(new Set(begun.map((response) => resultOf(response)['resultType']))).toEqual(new Set(['task']));
    expect(errorOf(await server.post(call, { 'X-User': 'ann' }))['code']).toBe(429);
    expect(resultOf(await server.post(call, { 'X-User': 'bob' }))).toMatchObject({ resultType: 'task' });
  });

  test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])('%s names its task in a header', async (method) => {
    const server = await open(oneTaskTool(() => 'done'));
    const { taskId } = resultOf(await server.post(call));
    const message = fromTaskClient(2, method, { taskId, inputResponses: {} });
    expect((await server.post(message)).status).toBe(200);
    for (const headers of [{ 'Mcp-Name': 'another' }, { 'Mcp-Name': '' }, { 'Mcp-Method': 'tools/call' }]) {
      const response = await server.post(message, headers);
      expect(response.status).toBe(400);
      expect(errorOf(response)['code']).toBe(-32020);
    }
  });

  test('a client without the extension is refused with 400', async () => {
    const server = await open(oneTaskTool(() => 'done', { support: 'required' }));
    const listen = { notifications: { taskIds: ['x'] } };
    for (const message of [
      modern(1, 'tools/call', { name: 'probe' }),
      modern(2, 'tasks/get', { taskId: 'x' }),
      modern(3, 'subscriptions/listen', listen),
    ]) {
      const response = await server.post(message);
      expect(response.status).toBe(400);
      expect(errorOf(response)['code']).toBe(-32021);
    }
  });

  test('a subscription on another connection is told, with its tasks and no others', async () => {
    const server = await open(oneTaskTool(() => new Promise(() => {})));
    const own = resultOf(await server.post(call, { 'X-User': 'ann' }));
    const other = resultOf(await server.post(call, { 'X-User': 'bob' }));
    const filter = { notifications: { taskIds: [own['taskId'], other['taskId']] } };
    const stream = await server.stream(fromTaskClient('w', 'subscriptions/listen', filter), { 'X-User': 'ann' });
    await stream.nextMessage();
    await server.post(fromTaskClient(3, 'tasks/cancel', { taskId: other['taskId'] }), { 'X-User': 'bob' });
    await server.post(fromTaskClient(3, 'tasks/cancel', { taskId: own['taskId'] }), { 'X-User': 'ann' });
    const told = await stream.nextMessage();
    expect(told?.['params']).toMatchObject({ taskId: own['taskId'], status: 'cancelled' });
  });
});
