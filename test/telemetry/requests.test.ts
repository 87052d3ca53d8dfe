import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { describe, expect, test } from 'vitest';
import { error, ProtocolError, type RequestContext } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, makeTool, throwing } from '../wire/fixture-server.js';
import { initialize, initialized, modern, request } from '../wire/wire.js';
import { declareErrors } from '../../runtime/features/errors/index.js';
import { observeFetch, observeStdio } from './observed-server.js';
import { drawTree, linksOf, recordTelemetry } from './record-telemetry.js';

/** Traceparent, its trace and its span, from the W3C recommendation. */
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

const shop = {
  definition: makeDefinition({
    capabilities: { prompts: true, resources: true },
    tools: [makeTool('find_books'), makeTool('fail'), makeTool('refuse'), makeTool('trace')],
    prompts: [{ name: 'recommend', arguments: [], fields: {} }],
    resources: [{ uri: 'books://stock', fields: { name: '"stock"' } }],
  }),
  handlers: makeHandlers({
    tools: {
      find_books: () => 'Dune',
      fail: () => error('There is no such book.'),
      refuse: throwing(new ProtocolError(-30_001, 'Closed on Sundays')),
      trace: (_: unknown, { trace: given }: RequestContext) => {
        trace.getTracer('user').startSpan('look up').end();
        return given ?? null;
      },
    },
    prompts: { recommend: () => 'Read Dune.' },
    resources: { 'books://stock': () => 'one' },
  }),
};

const call = (name: string, meta: object = {}) => modern(7, 'tools/call', { name, arguments: {} }, meta);

describe('the span of a request (semantic conventions for MCP, server)', () => {
  test('has the attributes of a tool call over stdio', async () => {
    const recording = recordTelemetry();
    await observeStdio(shop).ask(call('find_books'));
    const span = recording.find('tools/call find_books');
    expect(span.kind).toBe(SpanKind.SERVER);
    expect(span.parentSpanContext).toBeUndefined();
    expect(span.status).toEqual({ code: SpanStatusCode.UNSET });
    expect(span.attributes).toEqual({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'find_books',
      'gen_ai.operation.name': 'execute_tool',
      'jsonrpc.request.id': '7',
      'mcp.protocol.version': '2026-07-28',
      'network.transport': 'pipe',
    });
    expect(recording.spans()).toHaveLength(1);
  });

  test.each([
    ['prompts/get', { name: 'recommend' }, 'prompts/get recommend', { 'gen_ai.prompt.name': 'recommend' }],
    ['resources/read', { uri: 'books://stock' }, 'resources/read', { 'mcp.resource.uri': 'books://stock' }],
    ['tools/list', {}, 'tools/list', {}],
    ['server/discover', {}, 'server/discover', {}],
  ])('of %s names its subject', async (method, params, name, attributes) => {
    const recording = recordTelemetry();
    await observeStdio(shop).ask(modern('a', method, params));
    expect(recording.find(name).attributes).toEqual({
      'mcp.method.name': method,
      'jsonrpc.request.id': 'a',
      'mcp.protocol.version': '2026-07-28',
      'network.transport': 'pipe',
      ...attributes,
    });
  });

  test('has an error that the handler threw as an exception, without the secrets of the request', async () => {
    const recording = recordTelemetry();
    const broken = new TypeError('no shelf', { cause: new Error('the key bearer-1 is wrong') });
    const probe = { definition: makeDefinition({ tools: [makeTool('probe')] }) };
    const subject = { ...probe, handlers: makeHandlers({ tools: { probe: throwing(broken) } }) };
    await observeFetch(subject).post(call('probe'), { authorization: 'Bearer bearer-1' });
    const { events } = recording.find('tools/call probe');
    expect(events.map(({ name }) => name)).toEqual(['exception']);
    const { attributes = {} } = events[0]!;
    expect(attributes).toMatchObject({ 'exception.type': 'TypeError', 'exception.message': 'no shelf' });
    expect(attributes['exception.stacktrace']).toMatch(
      /^TypeError: no shelf\n {4}at .*requests\.test\.ts[^]*\n {2}cause: Error: the key \*\*\* is wrong\n/u,
    );
  });

  test('continues the trace of the client, and gives it to spans of handlers', async () => {
    const recording = recordTelemetry();
    const answer = await observeStdio(shop).ask(call('trace', { traceparent, tracestate: 'rojo=1', baggage: 'a=b' }));
    expect(answer['result'].content[0].text).toContain(traceparent);
    const span = recording.find('tools/call trace');
    expect(span.parentSpanContext).toMatchObject({ traceId, spanId: parentId, isRemote: true });
    expect(span.parentSpanContext?.traceState?.get('rojo')).toBe('1');
    expect(span.links).toEqual([]);
    expect(drawTree(recording.spans())).toEqual(['tools/call trace', '  look up']);
    expect(recording.spans().map((each) => each.spanContext().traceId)).toEqual([traceId, traceId]);
  });

  test('is linked to the span of the HTTP request, when the client names another parent', async () => {
    const recording = recordTelemetry();
    const server = observeFetch(shop);
    const http = trace.getTracer('http').startSpan('POST');
    const within = trace.setSpan(context.active(), http);
    await context.with(within, () => server.post(call('find_books', { traceparent })));
    const span = recording.find('tools/call find_books');
    expect(span.parentSpanContext?.spanId).toBe(parentId);
    expect(linksOf(span)).toEqual([http.spanContext().spanId]);
  });

  test('is a child of the span of the HTTP request, when the client names no parent', async () => {
    const recording = recordTelemetry();
    const server = observeFetch(shop);
    const http = trace.getTracer('http').startSpan('POST');
    const within = trace.setSpan(context.active(), http);
    await context.with(within, () => server.post(call('find_books')));
    const span = recording.find('tools/call find_books');
    expect(span.parentSpanContext?.spanId).toBe(http.spanContext().spanId);
    expect(span.links).toEqual([]);
  });

  test.each([
    ['no text', { traceparent: 7 }],
    ['not of the form', { traceparent: 'a trace' }],
    ['all zeros', { traceparent: '00-00000000000000000000000000000000-0000000000000000-01' }],
  ])('begins a trace when the traceparent is %s', async (_, meta) => {
    const recording = recordTelemetry();
    await observeStdio(shop).ask(call('find_books', meta));
    expect(recording.find('tools/call find_books').parentSpanContext).toBeUndefined();
  });
});

describe('a failure', () => {
  test('that the tool declares has the name of the error, not its text', async () => {
    const recording = recordTelemetry();
    const errors = async () => declareErrors('probe', { busy: { message: 'secret' } });
    const handler = (_: unknown, { fail }: { fail: { busy(): never } }) => fail.busy();
    const subject = {
      definition: makeDefinition({ tools: [makeTool('probe', { errors })] }),
      handlers: makeHandlers({ tools: { probe: handler as never } }),
    };
    await observeStdio(subject).ask(call('probe'));
    const span = recording.find('tools/call probe');
    expect(span.attributes['error.type']).toBe('busy');
    expect(JSON.stringify([span.attributes, span.events, span.status])).not.toContain('secret');
  });

  test.each([
    ['of a tool', call('fail'), 'tools/call fail', { 'error.type': 'tool_error' }, undefined],
    [
      'of the handler as an error of the protocol',
      call('refuse'),
      'tools/call refuse',
      { 'error.type': '-30001', 'rpc.response.status_code': '-30001' },
      'Closed on Sundays',
    ],
    [
      'of the arguments',
      modern(7, 'resources/read', {}),
      'resources/read',
      { 'error.type': '-32602', 'rpc.response.status_code': '-32602' },
      'Invalid params: "uri" must be a string',
    ],
  ])('%s sets type, code and status', async (_, message, name, attributes, description) => {
    const recording = recordTelemetry();
    await observeStdio(shop).ask(message);
    const span = recording.find(name);
    expect(span.attributes).toMatchObject(attributes);
    expect(span.status).toEqual({
      code: SpanStatusCode.ERROR,
      ...(description === undefined ? {} : { message: description }),
    });
  });

  test('is a request that the client cancelled', async () => {
    const recording = recordTelemetry();
    let begun = (): void => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const client = observeStdio({
      definition: shop.definition,
      handlers: {
        ...shop.handlers,
        tools: { ...shop.handlers.tools, find_books: () => (begun(), new Promise<never>(() => {})) },
      },
    });
    client.send(call('find_books'));
    await started;
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7, reason: 'enough' } });
    const span = await recording.until('tools/call find_books');
    expect(span.attributes['error.type']).toBe('cancelled');
    expect(recording.find('notifications/cancelled').attributes).toEqual({
      'mcp.method.name': 'notifications/cancelled',
      'network.transport': 'pipe',
    });
  });

  test('of a header over HTTP is recorded, too', async () => {
    const recording = recordTelemetry();
    const response = await observeFetch(shop).post(call('find_books'), { 'Mcp-Name': 'other' });
    expect(response.status).toBe(400);
    expect(recording.find('tools/call find_books').attributes).toMatchObject({
      'error.type': '-32020',
      'rpc.response.status_code': '-32020',
    });
    expect(recording.spans()).toHaveLength(1);
  });
});

test('names that a client invents become neither names of spans nor attributes of metrics', async () => {
  const recording = recordTelemetry();
  const client = observeStdio(shop);
  for (let index = 0; index < 20; index += 1) {
    await client.ask(modern(index, `made/up-${index}`));
    await client.ask(modern(index, 'tools/call', { name: `tool-${index}` }));
    await client.ask(modern(index, 'prompts/get', { name: `prompt-${index}` }));
    await client.ask(modern(index, 'tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': `v${index}` }));
    client.send({ jsonrpc: '2.0', method: `notifications/made-up-${index}` });
  }
  await client.end();
  const names = new Set(recording.spans().map(({ name }) => name));
  expect([...names].toSorted()).toEqual(['_OTHER', 'prompts/get', 'tools/call', 'tools/list']);
  expect(await recording.points('mcp.server.operation.duration')).toHaveLength(5);
});

describe('metrics', () => {
  test('count requests and notifications by their attributes, in the buckets of the conventions', async () => {
    const recording = recordTelemetry();
    const client = observeStdio(shop);
    await client.ask(initialize(0, '2025-11-25'));
    client.send(initialized);
    await client.ask(request(1, 'tools/call', { name: 'find_books', arguments: {} }));
    await client.ask(request(2, 'tools/call', { name: 'find_books', arguments: {} }));
    await client.ask(request(3, 'tools/call', { name: 'fail', arguments: {} }));
    await client.ask(request(4, 'resources/read', { uri: 'books://stock' }));
    await client.end();
    const common = { 'mcp.protocol.version': '2025-11-25', 'network.transport': 'pipe' };
    const toolCall = { 'mcp.method.name': 'tools/call', 'gen_ai.operation.name': 'execute_tool', ...common };
    const points = await recording.points('mcp.server.operation.duration');
    expect(points.map(({ attributes, count }) => ({ attributes, count }))).toEqual([
      { attributes: { 'mcp.method.name': 'initialize', ...common }, count: 1 },
      { attributes: { 'mcp.method.name': 'notifications/initialized', ...common }, count: 1 },
      { attributes: { ...toolCall, 'gen_ai.tool.name': 'find_books' }, count: 2 },
      { attributes: { ...toolCall, 'gen_ai.tool.name': 'fail', 'error.type': 'tool_error' }, count: 1 },
      { attributes: { 'mcp.method.name': 'resources/read', ...common }, count: 1 },
    ]);
    const bounds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
    expect(points[0]?.bounds).toEqual(bounds);
    const sessions = await recording.points('mcp.server.session.duration');
    expect(sessions).toEqual([{ attributes: common, count: 1, bounds }]);
  });

  test('know no session of the modern era', async () => {
    const recording = recordTelemetry();
    const client = observeStdio(shop);
    await client.ask(call('find_books'));
    await client.end();
    expect(await recording.points('mcp.server.session.duration')).toEqual([]);
  });

  test('and spans name the session over HTTP', async () => {
    const recording = recordTelemetry();
    const server = observeFetch(shop);
    const opened = await server.post(initialize(0, '2025-06-18'));
    const id = opened.headers.get('mcp-session-id') ?? '';
    const session = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-06-18' };
    await (await server.post(request(1, 'tools/call', { name: 'find_books', arguments: {} }), session)).text();
    await server.close();
    const http = { 'network.transport': 'tcp', 'network.protocol.name': 'http' };
    expect(recording.find('initialize').attributes).toMatchObject({ 'mcp.session.id': id, ...http });
    expect(recording.find('tools/call find_books').attributes).toEqual({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'find_books',
      'gen_ai.operation.name': 'execute_tool',
      'jsonrpc.request.id': '1',
      'mcp.protocol.version': '2025-06-18',
      'mcp.session.id': id,
      ...http,
    });
    const [ended] = await recording.points('mcp.server.session.duration');
    expect(ended).toMatchObject({ attributes: { 'mcp.protocol.version': '2025-06-18', ...http }, count: 1 });
  });
});
