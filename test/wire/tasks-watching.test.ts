import { describe, expect, test } from 'vitest';
import { nameSchema } from './asking.js';
import { fromTaskClient, oneTaskTool, openTaskClient } from './task-client.js';
import { cancellation, modern, type Wire } from './wire.js';

const subscription = { 'io.modelcontextprotocol/subscriptionId': 'w' };

describe('task status notifications (ext-tasks, task status notifications)', () => {
  test('a subscription is told what its tasks become, as `tasks/get` would say it', async () => {
    const client = openTaskClient(
      oneTaskTool(async (_, context) => {
        const answer = await context.elicit('Name?', nameSchema, { key: 'name' });
        return answer.action;
      }),
    );
    const taskId = await client.begin();
    const asked = await client.until(taskId, 'input_required');
    expect(
      await client.talk.ask(
        fromTaskClient('w', 'subscriptions/listen', { notifications: { taskIds: [taskId, 'unknown'] } }),
      ),
    ).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta: subscription, notifications: { taskIds: [taskId] } },
    });
    const { resultType: _resultType, ...state } = asked;
    expect(await client.talk.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tasks',
      params: { ...state, _meta: subscription },
    });
    const inputResponses = { name: { action: 'decline' } };
    client.talk.send(fromTaskClient('u', 'tasks/update', { taskId, inputResponses }));
    const messages: Wire[] = [];
    for (let count = 0; count < 3; count += 1) messages.push(await client.talk.next());
    const told = messages.filter((message) => message['method'] === 'notifications/tasks');
    expect(told.map((message) => message['params'].status)).toEqual(['working', 'completed']);
    const { resultType: _type, ...done } = await client.get(taskId);
    expect(told[1]?.['params']).toEqual({ ...done, _meta: subscription });
  });

  test('a task that has not changed yet is not told of', async () => {
    const client = openTaskClient(oneTaskTool(() => new Promise(() => {})));
    const taskId = await client.begin();
    expect(
      await client.talk.ask(fromTaskClient('w', 'subscriptions/listen', { notifications: { taskIds: [taskId] } })),
    ).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
    expect((await client.request('tasks/cancel', { taskId }))['params']).toMatchObject({ taskId, status: 'cancelled' });
    expect((await client.talk.next())['result']).toMatchObject({ resultType: 'complete' });
  });

  test('it tells nothing more when it is over', async () => {
    const client = openTaskClient(oneTaskTool(() => new Promise(() => {})));
    const taskId = await client.begin();
    await client.talk.ask(fromTaskClient('w', 'subscriptions/listen', { notifications: { taskIds: [taskId] } }));
    client.talk.send(cancellation('w'));
    await new Promise(setImmediate);
    expect((await client.request('tasks/cancel', { taskId }))['result']).toMatchObject({ resultType: 'complete' });
    expect(await client.talk.end()).toEqual([]);
  });

  test('a client without the extension is refused', async () => {
    const client = openTaskClient(oneTaskTool(() => 'done'));
    expect(
      (await client.talk.ask(modern('w', 'subscriptions/listen', { notifications: { taskIds: ['x'] } })))['error'],
    ).toEqual({
      code: -32021,
      message: 'Missing required client capability',
      data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    });
  });

  test.each([
    ['a string', 'x'],
    ['numbers', [1]],
    ['too many', Array.from({ length: 1001 }, String)],
  ])('a filter with %s is none', async (_, taskIds) => {
    const client = openTaskClient(oneTaskTool(() => 'done'));
    expect(
      (await client.talk.ask(fromTaskClient('w', 'subscriptions/listen', { notifications: { taskIds } })))['error']
        .code,
    ).toBe(-32602);
  });
});
