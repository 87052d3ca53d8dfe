import { afterEach, describe, expect, test } from 'vitest';
import type { HttpOptions } from '../../runtime/index.js';
import { serveHttp, type HttpServing } from '../../runtime/transports/node/serve-http.js';
import { createService } from '../../runtime/core/service/create-service.js';
import { ableClient, nameSchema, probe, type Asking } from './asking.js';
import { oneTool } from './fixture-server.js';
import { initialize, initialized, parseLines, request, type Wire } from './wire.js';

const greet: Asking = async (_, { ask }) => {
  const answer = await ask('What is your name?', nameSchema);
  return answer.action === 'accept' ? `Hello, ${answer.content['name']}!` : answer.action;
};
const accepted = { action: 'accept', content: { name: 'Alice' } };
const textOf = (answer: Wire | undefined): string => answer?.['result'].content[0].text;

let serving: HttpServing | undefined;

afterEach(async () => {
  serving?.stop();
  await serving?.finished;
  serving = undefined;
});

/** Serves the tool; every user is who they say in a header. */
async function serve(http: HttpOptions = {}, asking: Asking = greet): Promise<string> {
  const { definition, handlers } = oneTool(asking);
  const service = createService(definition, handlers, () => {});
  serving = await serveHttp(
    service,
    { http: { ...http, port: 0 } },
    {},
    { authenticate: (message) => ({ principal: message.header('x-user') ?? 'nobody' }) },
  );
  return serving.url;
}

/** A POST with a message; `headers` replace those of a client that takes everything. */
function post(url: string, message: Wire, headers: { readonly [name: string]: string } = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(message),
  });
}

/** A modern POST. */
function postModern(url: string, message: Wire, headers: { readonly [name: string]: string } = {}): Promise<Response> {
  const own = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'probe' };
  return post(url, message, { ...own, ...headers });
}

/** The messages of an event stream, as they come. */
async function* readEvents(response: Response): AsyncGenerator<Wire> {
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString();
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').flatMap((line) => (line.startsWith('data: {') ? [line.slice(6)] : []));
      if (data.length > 0) yield* parseLines(`${data.join('')}\n`);
    }
  }
}

async function openSession(url: string, isInitialized = true): Promise<{ readonly [name: string]: string }> {
  const hello = initialize(0, '2025-11-25');
  const response = await post(url, { ...hello, params: { ...hello['params'], capabilities: ableClient } });
  const session = {
    'Mcp-Session-Id': response.headers.get('mcp-session-id') ?? '',
    'MCP-Protocol-Version': '2025-11-25',
  };
  if (isInitialized) await post(url, initialized, session);
  return session;
}

const call = request(1, 'tools/call', { name: 'probe', arguments: {} });

describe('a question in a session (2025-11-25 basic/transports)', () => {
  test('comes on the stream of the call, and its answer on a POST of its own', async () => {
    const url = await serve();
    const session = await openSession(url);
    const response = await post(url, call, session);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = readEvents(response);
    const { value: question } = await events.next();
    expect(question).toMatchObject({ id: 'elicit_1', method: 'elicitation/create' });
    const answered = await post(url, { jsonrpc: '2.0', id: 'elicit_1', result: accepted }, session);
    expect([answered.status, await answered.text()]).toEqual([202, '']);
    const { value: answer } = await events.next();
    expect(textOf(answer)).toBe('Hello, Alice!');
    expect((await events.next()).done).toBe(true);
  });

  test('comes at once on the stream of a call before notifications/initialized', async () => {
    const url = await serve();
    const session = await openSession(url, false);
    const events = readEvents(await post(url, call, session));
    expect((await events.next()).value).toMatchObject({ id: 'elicit_1', method: 'elicitation/create' });
    await post(url, { jsonrpc: '2.0', id: 'elicit_1', result: accepted }, session);
    expect(textOf((await events.next()).value)).toBe('Hello, Alice!');
  });

  test('is not answered by another session', async () => {
    const url = await serve();
    const [session, other] = [await openSession(url), await openSession(url)];
    const events = readEvents(await post(url, call, session));
    await events.next();
    await post(url, { jsonrpc: '2.0', id: 'elicit_1', result: { action: 'decline' } }, other);
    await post(url, { jsonrpc: '2.0', id: 'elicit_1', result: accepted }, session);
    expect(textOf((await events.next()).value)).toBe('Hello, Alice!');
  });

  test('is not asked of a client that takes no event streams', async () => {
    const url = await serve();
    const session = await openSession(url);
    const response = await post(url, call, { ...session, Accept: 'application/json' });
    expect(await response.json()).toMatchObject({
      result: { isError: true, content: [{ text: 'The client cannot be asked: it has no way to answer' }] },
    });
  });

  test('counts as left when the server stops', async () => {
    const url = await serve();
    const events = readEvents(await post(url, call, await openSession(url)));
    await events.next();
    serving?.stop();
    expect(textOf((await events.next()).value)).toBe('cancel');
  });
});

test('without sessions a legacy client cannot be asked', async () => {
  const url = await serve({ sessions: false });
  const response = await post(url, call, { 'MCP-Protocol-Version': '2025-11-25' });
  expect((await response.json()) as Wire).toMatchObject({ result: { isError: true } });
});

describe('a question of the modern era (2026-07-28 basic/patterns/mrtr)', () => {
  test('is a plain answer, and the next request may come from anywhere', async () => {
    const url = await serve();
    const first = await postModern(url, probe(1));
    expect(first.headers.get('content-type')).toBe('application/json');
    const { result } = (await first.json()) as Wire;
    expect(result.resultType).toBe('input_required');
    const more = { requestState: result.requestState, inputResponses: { ask: accepted } };
    const second = await postModern(url, probe(2, more));
    expect(textOf((await second.json()) as Wire)).toBe('Hello, Alice!');
  });

  test('comes behind what was said before, on its stream, and never as a request', async () => {
    const url = await serve({}, async (input, context) => {
      context.progress(1);
      return greet(input, context);
    });
    const call = probe(1);
    const { params } = call;
    const response = await postModern(url, {
      ...call,
      params: { ...params, _meta: { ...params._meta, progressToken: 't' } },
    });
    const messages: Wire[] = [];
    for await (const message of readEvents(response)) messages.push(message);
    expect(messages.map(({ id, method, result }) => [id, method, result?.resultType])).toEqual([
      [undefined, 'notifications/progress', undefined],
      [1, undefined, 'input_required'],
    ]);
  });

  test('is answered by nobody but who was asked', async () => {
    const url = await serve();
    const first = (await (await postModern(url, probe(1), { 'X-User': 'alice' })).json()) as Wire;
    const more = { requestState: first['result'].requestState, inputResponses: { ask: accepted } };
    const other = await postModern(url, probe(2, more), { 'X-User': 'mallory' });
    expect((await other.json()) as Wire).toMatchObject({ error: { code: -32602 } });
    const same = await postModern(url, probe(3, more), { 'X-User': 'alice' });
    expect(textOf((await same.json()) as Wire)).toBe('Hello, Alice!');
  });

  test('has status 400 when the client lacks the capability (2026-07-28 basic)', async () => {
    const response = await postModern(await serve(), probe(1, {}, {}));
    expect(response.status).toBe(400);
    expect((await response.json()) as Wire).toMatchObject({
      id: 1,
      error: { code: -32021, data: { requiredCapabilities: { elicitation: {} } } },
    });
  });
});
