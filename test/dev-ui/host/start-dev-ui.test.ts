import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDevUi, type DevUi } from '../../../generator/tools/dev-ui/host/start-dev-ui.js';
import { InspectorLauncher } from '../../../generator/tools/dev-ui/host/start-inspector.js';
import type { PageLinkEvents } from '../../../generator/tools/dev-ui/host/link.js';

let host: DevUi;
let origin: string;
let port: number;
let token: string;
/** Messages that reached the server. */
const sent: string[] = [];
let closed = 0;

beforeAll(async () => {
  host = await startDevUi({
    page: { html: '<!doctype html><p>page', contentSecurityPolicy: "default-src 'none'" },
    target: { label: 'echo', transport: 'stdio', canSave: false, inspector: 'npx -y @modelcontextprotocol/inspector' },
    inspector: new InspectorLauncher(
      () => Promise.resolve({ problem: 'There is no Inspector here.' }),
      import.meta.dirname,
    ),
    openLink: (events: PageLinkEvents) => ({
      send(text, headers) {
        sent.push(text + JSON.stringify(headers));
        setImmediate(() => events.received(`{"echo":${text}}`));
        return undefined;
      },
      close: () => void (closed += 1),
    }),
  });
  const url = new URL(host.url);
  origin = url.origin;
  port = Number(url.port);
  token = url.hash.slice(1);
});

afterAll(() => host.close());

const json = { 'content-type': 'application/json' };
const authorized = (): { readonly authorization: string } => ({ authorization: `Bearer ${token}` });

/** Sends raw bytes and gives the whole answer. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

function post(path: string, body: object, headers: { readonly [name: string]: string } = {}): Promise<Response> {
  const all = { ...json, ...authorized(), ...headers };
  return fetch(`${origin}/api/${path}`, { method: 'POST', headers: all, body: JSON.stringify(body) });
}

/** Sends a message on the first connection of a tab. */
function send(tab: string, text: string, headers?: object): Promise<Response> {
  return post('messages', { tab, connection: 1, messages: [{ text, headers }] });
}

/** Opens a connection of a tab, as its first messages do. */
function open(tab: string, connection: number, messages: readonly object[] = []): Promise<Response> {
  return post('messages', { tab, connection, opens: true, messages });
}

/** Opens the event stream of a tab; `next` gives its events one by one. */
async function openTab(name: string, last = 0) {
  const abort = new AbortController();
  const response = await fetch(`${origin}/api/events?tab=${name}&last=${last}`, {
    headers: authorized(),
    signal: abort.signal,
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const ids: number[] = [];
  const next = async (): Promise<{ readonly [key: string]: unknown }> => {
    for (;;) {
      const [, id, data] = /^id: (\d+)\ndata: (.*)\n\n/mu.exec(text) ?? [];
      if (data !== undefined) {
        ids.push(Number(id));
        text = text.slice(text.indexOf(data) + data.length);
        return JSON.parse(data) as { readonly [key: string]: unknown };
      }
      const { value, done } = await reader.read();
      if (done) throw new Error('The stream has ended.');
      text += new TextDecoder().decode(value);
    }
  };
  return { response, next, ids: () => ids, close: () => abort.abort() };
}

describe('the guard of the page', () => {
  test('the page itself has no secret, and a policy', async () => {
    const response = await fetch(origin);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain(token);
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(token).toMatch(/^[\w-]{43}$/u);
  });

  test.each(['messages', 'checked', 'saved', 'disconnections', 'anything'])(
    'nobody without the token reaches %s',
    async (path) => {
      const body = JSON.stringify({ tab: 'tab-0000' });
      const ask = (headers: { readonly [name: string]: string }): Promise<Response> =>
        fetch(`${origin}/api/${path}`, { method: 'POST', headers: { ...json, ...headers }, body });
      expect((await ask({})).status).toBe(401);
      expect((await ask({ authorization: `Bearer ${token.slice(0, -1)}` })).status).toBe(401);
      expect((await ask({ authorization: `Bearer ${token}x` })).status).toBe(401);
      expect((await ask({ authorization: `Basic ${token}` })).status).toBe(401);
      expect((await ask({ cookie: `token=${token}` })).status).toBe(401);
      expect((await fetch(`${origin}/api/${path}?token=${token}`)).status).toBe(401);
    },
  );

  test('no client without the token listens', async () => {
    expect((await fetch(`${origin}/api/events?tab=tab-0000`)).status).toBe(401);
  });

  test.each(['evil.example', 'evil.example:PORT', '127.0.0.1', '127.0.0.1:1', '127.0.0.1.evil.example:PORT', ''])(
    'another Host is refused: %s',
    async (name) => {
      const named = name.replace('PORT', String(port));
      for (const path of ['/', '/api/events?tab=tab-0000']) {
        const answer = await sendRaw(
          `GET ${path} HTTP/1.1\r\nHost: ${named}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
        );
        expect(answer).toMatch(/^HTTP\/1\.1 403 /u);
        expect(answer).not.toContain('page');
      }
    },
  );

  test('a request without Host is refused', async () => {
    expect(await sendRaw('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /u);
  });

  test.each(['https://evil.example', 'null', 'http://localhost', 'http://127.0.0.1:1', 'https://127.0.0.1:PORT'])(
    'another Origin is refused: %s',
    async (name) => {
      const response = await post('disconnections', {}, { origin: name.replace('PORT', String(port)) });
      expect(response.status).toBe(403);
    },
  );

  test('its own Origin is not refused', async () => {
    for (const own of [origin, `http://localhost:${port}`]) {
      expect((await post('disconnections', { tab: 'none-here', connection: 1 }, { origin: own })).status).toBe(409);
    }
  });

  test('a preflight of another site gets no permission', async () => {
    const response = await fetch(`${origin}/api/messages`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-headers': 'authorization' },
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-headers')).toBeNull();
  });

  test('a body that is not JSON, or is too large, is refused', async () => {
    const ask = (body: string, type: string): Promise<Response> =>
      fetch(`${origin}/api/messages`, { method: 'POST', headers: { ...authorized(), 'content-type': type }, body });
    expect((await ask('{}', 'text/plain')).status).toBe(415);
    expect((await ask('[]', 'application/json')).status).toBe(400);
    expect((await ask('{', 'application/json')).status).toBe(400);
    const response = await ask(JSON.stringify({ text: 'x'.repeat(17 * 1024 * 1024) }), 'application/json').catch(
      () => undefined,
    );
    // The connection may be closed before the client has sent everything.
    if (response !== undefined) expect(response.status).toBe(413);
  });
});

describe('the relay of the page', () => {
  test('messages travel unchanged, and both directions are told with their times', async () => {
    const tab = await openTab('tab-one1');
    expect(await tab.next()).toMatchObject({ kind: 'hello', target: { label: 'echo' } });
    const connection = 1;
    expect((await open('tab-one1', connection)).status).toBe(200);
    const text = '{"jsonrpc":"2.0","id":12345678901234567890,\n"method":"x"}';
    const headers = { 'Mcp-Param-Region': 'eu' };
    expect((await send('tab-one1', text, headers)).status).toBe(200);
    const flat = text.replace('\n', ' ');
    expect(sent.at(-1)).toBe(`${flat}{"Mcp-Param-Region":"eu"}`);
    expect(await tab.next()).toMatchObject({ kind: 'message', direction: 'sent', text: flat });
    const received = await tab.next();
    expect(received).toMatchObject({ kind: 'message', direction: 'received', text: `{"echo":${flat}}`, connection });
    expect(received['time']).toBeTypeOf('number');
    tab.close();
  });

  test('a page may send its first message before it listens', async () => {
    expect((await open('tab-early', 1, [{ text: '{"a":1}' }])).status).toBe(200);
    expect((await open('tab', 1)).status).toBe(400);
    const tab = await openTab('tab-early');
    expect(await tab.next()).toMatchObject({ kind: 'hello', target: { label: 'echo' } });
    expect(await tab.next()).toMatchObject({ direction: 'sent', text: '{"a":1}' });
    expect(await tab.next()).toMatchObject({ direction: 'received', text: '{"echo":{"a":1}}' });
    tab.close();
  });

  test('a page that is cut off gets what it has missed', async () => {
    const tab = await openTab('tab-two2');
    await tab.next();
    expect((await open('tab-two2', 1)).status).toBe(200);
    expect((await open('tab-two2', 1)).status).toBe(409);
    tab.close();
    await send('tab-two2', '{"a":1}');
    const again = await openTab('tab-two2', 1);
    expect(await again.next()).toMatchObject({ direction: 'sent', text: '{"a":1}' });
    expect(await again.next()).toMatchObject({ direction: 'received', text: '{"echo":{"a":1}}' });
    again.close();
  });

  test('a page that was cut off for so long that its tab was closed is greeted again, with an event that it has not seen', async () => {
    const tab = await openTab('tab-gone1', 300);
    expect(await tab.next()).toMatchObject({ kind: 'hello' });
    expect(tab.ids()).toEqual([301]);
    tab.close();
  });

  test('tabs do not see each other', async () => {
    const [one, two] = [await openTab('tab-three'), await openTab('tab-four4')];
    await Promise.all([one.next(), two.next()]);
    await open('tab-three', 1);
    await send('tab-three', '{"of":"one"}');
    expect((await send('tab-four4', '{"of":"two"}')).status).toBe(409);
    host.announce({ kind: 'report', report: { topic: 'types', text: 'wrong' } });
    expect(await one.next()).toMatchObject({ text: '{"of":"one"}' });
    expect(await two.next()).toEqual({ kind: 'report', report: { topic: 'types', text: 'wrong' } });
    one.close();
    two.close();
  });

  test('a page sets no headers but those of parameters', async () => {
    const tab = await openTab('tab-five5');
    await open('tab-five5', 1);
    for (const headers of [
      { authorization: 'x' },
      { 'mcp-param-a': 'x\r\ny: z' },
      { 'mcp-param-a': 1 },
      { 'mcp-param-': 'x' },
    ]) {
      const response = await send('tab-five5', '{}', headers);
      expect(response.status).toBe(400);
    }
    tab.close();
  });

  test('connections and tabs have limits', async () => {
    const tab = await openTab('tab-six66');
    const statuses: number[] = [];
    for (let connection = 1; connection <= 11; connection += 1) {
      statuses.push((await open('tab-six66', connection)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 409]);
    const before = closed;
    await post('disconnections', { tab: 'tab-six66', connection: 1 });
    expect(closed).toBe(before + 1);
    const tabs = [];
    for (let count = 0; count < 25; count += 1) tabs.push(await openTab(`many-tabs-${count}`));
    expect(tabs.filter(({ response }) => response.status === 503).length).toBeGreaterThan(0);
    for (const one of [tab, ...tabs]) one.close();
  });
});
