import { expect, test, vi } from 'vitest';
import type { RequestContext } from '../../runtime/index.js';
import { EnabledEntries } from '../../runtime/core/service/enabled-entries.js';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { loadToolsBy, oneTool } from '../wire/fixture-server.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { turn } from '../wire/wire.js';

function post(method: string, params: object, headers: object = {}, signal?: AbortSignal): Request {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    progressToken: 't',
  };
  return new Request('https://gone.example/mcp', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    ...(signal && { signal }),
  });
}

/** Sends a request whose client is gone by the time that it is read. */
function sendAndGo(
  server: { fetch(request: Request): Promise<Response> },
  make: (signal: AbortSignal) => Request,
): void {
  const client = new AbortController();
  server.fetch(make(client.signal)).catch(() => {});
  client.abort();
}

test('a handler that says something at once hears that its client has gone before', async () => {
  const aborted = vi.fn<() => void>();
  let calls = 0;
  const { definition, handlers } = oneTool((_input: unknown, context: RequestContext) => {
    context.signal.addEventListener('abort', aborted);
    context.progress(1);
    calls += 1;
    return calls === 1 ? 'early' : new Promise(() => {});
  });
  const server = createWebServer({ definition, handlers });
  const name = definition.tools.names[0] ?? '';
  const call = (signal?: AbortSignal) => post('tools/call', { name, arguments: {} }, { 'Mcp-Name': name }, signal);
  // The first call loads what it needs, and by then it is known that the client has gone.
  await (await server.fetch(call())).text();
  sendAndGo(server, call);
  await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
});

test('a handler is not called for a client that goes while tools are loaded', async () => {
  const handler = vi.fn<() => string>(() => 'late');
  const { definition, handlers } = oneTool(handler);
  const name = definition.tools.names[0] ?? '';
  const call = (signal?: AbortSignal) => post('tools/call', { name, arguments: {} }, { 'Mcp-Name': name }, signal);
  // The modules that serve calls are loaded by then; tools are loaded for each server.
  await (await createWebServer({ definition, handlers }).fetch(call())).text();
  handler.mockClear();
  const client = new AbortController();
  const slow = loadToolsBy(definition, () => {
    client.abort();
    return definition.tools.load();
  });
  const served = createWebServer({ definition: slow, handlers }).fetch(call(client.signal));
  await Promise.allSettled([served]);
  for (let count = 0; count < 10; count += 1) await turn();
  expect(handler).not.toHaveBeenCalled();
});

test('subscriptions whose clients have gone before they began leave nothing behind', async () => {
  const left = new Set<object>();
  vi.spyOn(EnabledEntries.prototype, 'listen').mockImplementation((listener) => {
    left.add(listener);
    return () => left.delete(listener);
  });
  const server = createWebServer(makeBusyServer());
  const listen = (signal: AbortSignal) =>
    post('subscriptions/listen', { notifications: { toolsListChanged: true } }, {}, signal);
  for (let count = 0; count < 3; count += 1) {
    sendAndGo(server, listen);
    // Answered after it: what the subscription loads is loaded by then.
    await (await server.fetch(post('tools/list', {}))).text();
    for (let turns = 0; turns < 10; turns += 1) await turn();
  }
  expect(left.size).toBe(0);
  vi.restoreAllMocks();
});
