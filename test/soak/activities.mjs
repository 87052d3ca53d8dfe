import { drain, readMessages } from './http-client.mjs';

const taskCapabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const asked = { action: 'accept', content: { username: 'Ada', email: 'ada@example.org' } };

/** Activities of clients, by name. Each gets a client, does one thing to its end, and rejects when something is wrong. */
export const activities = {
  call: (client) => client.request('tools/call', { name: 'test_simple_text', arguments: {} }),

  'call with arguments': (client) => client.request('tools/call', { name: 'greet', arguments: { name: 'Ada' } }),

  'call with progress': (client) => client.request('tools/call', { name: 'test_tool_with_progress', arguments: {} }),

  async lists(client) {
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
      await client.request(method, {});
    }
  },

  'read a resource': (client) => client.request('resources/read', { uri: 'test://static-binary' }),

  'get a prompt': (client) => client.request('prompts/get', { name: 'test_simple_prompt' }),

  async 'cancel a call'(client) {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 10);
    const call = { name: 'slow_compute', arguments: { seconds: 5 } };
    const response = await client.send('tools/call', call, { signal: abort.signal }).catch(() => undefined);
    await response?.text().catch(() => {});
  },

  async 'answer a question'(client) {
    const call = { name: 'test_elicitation', arguments: { message: 'Who are you?' } };
    const options = { capabilities: { elicitation: { form: {} } } };
    const { resultType, inputRequests, requestState } = await client.request('tools/call', call, options);
    if (resultType !== 'input_required') throw new Error(`nothing was asked: ${resultType}`);
    const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, asked]));
    const { resultType: last } = await client.request('tools/call', { ...call, inputResponses, requestState }, options);
    if (last !== 'complete') throw new Error(`the result is ${last}`);
  },

  async 'hear of a change'(client) {
    const abort = new AbortController();
    const filter = { notifications: { toolsListChanged: true } };
    const response = await client.send('subscriptions/listen', filter, { signal: abort.signal });
    let count = 0;
    for await (const { method } of readMessages(response)) {
      count += 1;
      if (count === 1) await client.request('tools/call', { name: 'test_trigger_tool_change', arguments: {} });
      if (method === 'notifications/tools/list_changed') break;
    }
    abort.abort();
  },

  async 'run a task'(client) {
    const options = { capabilities: taskCapabilities };
    const call = { name: 'slow_compute', arguments: { seconds: 0.05 } };
    const { taskId } = await client.request('tools/call', call, options);
    for (let status = 'working'; status === 'working';) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      ({ status } = await client.request('tasks/get', { taskId }, options));
    }
  },

  async 'cancel a task'(client) {
    const options = { capabilities: taskCapabilities };
    const call = { name: 'slow_compute', arguments: { seconds: 30 } };
    const { taskId } = await client.request('tools/call', call, options);
    await client.request('tasks/cancel', { taskId }, options);
  },

  async 'use a session'(client) {
    const session = await client.openSession();
    for (let count = 0; count < 5; count += 1) {
      await session.request('tools/call', { name: 'test_simple_text', arguments: {} });
    }
    await session.request('tools/list', {});
    await session.listen();
    await session.close();
  },

  async 'answer a question in a session'(client) {
    const session = await client.openSession({ elicitation: {} });
    await session.request('tools/call', { name: 'test_elicitation', arguments: { message: 'Who?' } }, () => asked);
    await session.close();
  },

  async 'cancel a call in a session'(client) {
    const session = await client.openSession();
    const params = { name: 'slow_compute', arguments: { seconds: 5 } };
    const call = session.send({ id: 'slow', method: 'tools/call', params });
    await new Promise((resolve) => setTimeout(resolve, 10));
    await drain(await session.send({ method: 'notifications/cancelled', params: { requestId: 'slow' } }), 202);
    await (await call).text();
    await session.close();
  },

  async 'send nonsense'(client) {
    await drain(await client.send('no/method', {}), 404);
    await drain(await client.send('tools/call', { name: 'no_tool', arguments: {} }), 200);
    const body = '{"jsonrpc":"2.0",';
    const headers = { 'content-type': 'application/json' };
    await drain(await fetch(client.url, { method: 'POST', headers, body }), 400);
  },
};
