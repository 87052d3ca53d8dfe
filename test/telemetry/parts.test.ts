import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { describe, expect, test } from 'vitest';
import type { HandlerContext } from '../../runtime/index.js';
import { createForward, withForward } from '../../runtime/features/apis/create-forward.js';
import type { ForwardApi, ForwardOperation } from '../../runtime/features/apis/forward-definition.js';
import { useRecordingServer } from '../forward/recording-server.js';
import { nameSchema } from '../wire/asking.js';
import { oneTool } from '../wire/fixture-server.js';
import { fromTaskClient, oneTaskTool } from '../wire/task-client.js';
import { initialize, initialized, modern, request, type Wire } from '../wire/wire.js';
import { observeStdio } from './observed-server.js';
import { drawTree, linksOf, recordTelemetry } from './record-telemetry.js';

const recorder = useRecordingServer();

const traceId = '0af7651916cd43dd8448eb211c80319c';
const clientSpan = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, tracestate: 'rojo=1', baggage: 'user=alice' };

const getPet: ForwardOperation = {
  method: 'GET',
  path: ['/pets/', { name: 'petId', from: ['petId'] }],
  query: [{ name: 'verbose', from: ['verbose'] }],
};

const pets = (): ForwardApi => ({
  name: 'pets',
  server: { url: `${recorder.url}/v1`, environment: 'PETS_URL' },
});

const forwarding = (operation = getPet) => oneTool(createForward(pets(), operation) as never);
const callProbe = (input: object, meta: object = {}): Wire =>
  modern(1, 'tools/call', { name: 'probe', arguments: input }, meta);

describe('a request to an API (semantic conventions for HTTP, client)', () => {
  test('is a child of the request, and the API gets the trace without the baggage', async () => {
    const recording = recordTelemetry();
    await observeStdio(forwarding()).ask(callProbe({ petId: 'rex', verbose: 'yes' }, clientSpan));
    expect(drawTree(recording.spans())).toEqual(['tools/call probe', '  GET /v1/pets/{petId}']);
    const span = recording.find('GET /v1/pets/{petId}');
    const { port } = new URL(recorder.url);
    expect(span.kind).toBe(SpanKind.CLIENT);
    expect(span.attributes).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'server.port': Number(port),
      'url.full': `${recorder.url}/v1/pets/{petId}`,
      'url.template': '/v1/pets/{petId}',
      'mcp_server.api.name': 'pets',
    });
    const { spanId } = span.spanContext();
    expect(recorder.requests[0]?.headers).toMatchObject({
      traceparent: `00-${traceId}-${spanId}-01`,
      tracestate: 'rojo=1',
    });
    expect(recorder.requests[0]?.headers).not.toHaveProperty('baggage');
  });

  test('is a child of a span that the handler began', async () => {
    const recording = recordTelemetry();
    const handler = withForward(
      (input, context) =>
        trace.getTracer('user').startActiveSpan('look up', async (span) => {
          await context.forward(input);
          span.end();
          return 'found';
        }),
      pets(),
      getPet,
    );
    await observeStdio(oneTool(handler as never)).ask(callProbe({ petId: 'rex' }));
    expect(drawTree(recording.spans())).toEqual(['tools/call probe', '  look up', '    GET /v1/pets/{petId}']);
  });

  test('that is repeated has a span for each time', async () => {
    const recording = recordTelemetry();
    recorder.answer = (_, response) => {
      response.writeHead(recorder.requests.length === 1 ? 503 : 200, { 'Content-Type': 'application/json' }).end('{}');
    };
    await observeStdio(forwarding()).ask(callProbe({ petId: 'rex' }));
    const [first, second] = recording.spans();
    expect(first?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(first?.attributes).toMatchObject({ 'http.response.status_code': 503, 'error.type': '503' });
    expect(first?.attributes).not.toHaveProperty('http.request.resend_count');
    expect(second?.attributes).toMatchObject({ 'http.response.status_code': 200, 'http.request.resend_count': 1 });
    expect(second?.attributes).not.toHaveProperty('error.type');
  });

  test('that fails says why', async () => {
    const recording = recordTelemetry();
    recorder.answer = (_, response) => void response.destroy();
    await observeStdio(forwarding({ ...getPet, retries: 0 })).ask(callProbe({ petId: 'rex' }));
    expect(recording.find('GET /v1/pets/{petId}').attributes['error.type']).toBe('UND_ERR_SOCKET');
    expect(recording.find('tools/call probe').attributes['error.type']).toBe('tool_error');
  });

  test('that takes too long says so', async () => {
    const recording = recordTelemetry();
    recorder.answer = () => {};
    await observeStdio(forwarding({ ...getPet, timeoutMs: 50 })).ask(callProbe({ petId: 'rex' }));
    expect(recording.find('GET /v1/pets/{petId}').attributes['error.type']).toBe('timeout');
  });

  test('with a method of the future is known by its original method', async () => {
    const recording = recordTelemetry();
    await observeStdio(forwarding({ ...getPet, method: 'QUERY' })).ask(callProbe({ petId: 'rex' }));
    expect(recording.find('HTTP /v1/pets/{petId}').attributes).toMatchObject({
      'http.request.method': '_OTHER',
      'http.request.method_original': 'QUERY',
    });
  });
});

const asking = oneTool(async (_, context: HandlerContext) => {
  const found = await context.step('find', () => 'Dune');
  const answer = await context.elicit(`Who orders ${String(found)}?`, nameSchema, { key: 'who' });
  return context.step('order', () => answer.action);
});

describe('a question', () => {
  test('of the legacy era is a request to the client, which continues the trace', async () => {
    const recording = recordTelemetry();
    const client = observeStdio(asking);
    const hello = initialize(0, '2025-11-25');
    await client.ask({ ...hello, params: { ...hello['params'], capabilities: { elicitation: {} } } });
    client.send(initialized);
    const asked = await client.ask(request(1, 'tools/call', { name: 'probe', arguments: {} }));
    await client.ask({ jsonrpc: '2.0', id: asked['id'], result: { action: 'accept', content: { name: 'Ann' } } });
    const span = recording.find('elicitation/create');
    const { traceId: ofServer, spanId } = span.spanContext();
    expect(asked).toMatchObject({
      method: 'elicitation/create',
      params: { message: 'Who orders Dune?', _meta: { traceparent: `00-${ofServer}-${spanId}-01` } },
    });
    expect(span.kind).toBe(SpanKind.CLIENT);
    expect(span.attributes).toEqual({
      'mcp.method.name': 'elicitation/create',
      'jsonrpc.request.id': 'elicit_1',
      'mcp_server.question.key': 'who',
      'mcp_server.question.action': 'accept',
    });
    expect(drawTree(recording.spans()).slice(-4)).toEqual([
      'tools/call probe',
      '  step find',
      '  elicitation/create',
      '  step order',
    ]);
    const [asks] = await recording.points('mcp.client.operation.duration');
    expect(asks).toMatchObject({ count: 1, attributes: { 'mcp.method.name': 'elicitation/create' } });
  });

  test('of the modern era ends its request; the next one is linked to it', async () => {
    const recording = recordTelemetry();
    const client = observeStdio(asking);
    const meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
    const call = (id: number, more: object = {}): Wire =>
      modern(id, 'tools/call', { name: 'probe', arguments: {}, ...more }, meta);
    const { result } = await client.ask(call(1));
    expect(drawTree(recording.spans())).toEqual(['tools/call probe', '  step find', '  elicitation/create']);
    const first = recording.find('tools/call probe');
    expect(first.attributes['mcp_server.result.type']).toBe('input_required');
    expect(first.status.code).toBe(SpanStatusCode.UNSET);
    const before = recording.spans().length;
    const inputResponses = { who: { action: 'decline' } };
    const done = await client.ask(call(2, { requestState: result.requestState, inputResponses }));
    expect(done['result'].content[0].text).toBe('decline');
    const later = recording.spans().slice(before);
    expect(drawTree(later)).toEqual(['tools/call probe', '  elicitation/create', '  step order']);
    const second = later.find(({ name }) => name === 'tools/call probe');
    expect(second && linksOf(second)).toEqual([first.spanContext().spanId]);
    expect(later[0]?.attributes).toMatchObject({ 'mcp_server.question.action': 'decline' });
    expect(await recording.points('mcp.client.operation.duration')).toEqual([]);
  });

  test('without an answer is a failure', async () => {
    const recording = recordTelemetry();
    const client = observeStdio(
      oneTool((_, context: HandlerContext) => context.sample({ messages: [], maxTokens: 1 }, { timeoutMs: 10 })),
    );
    const hello = initialize(0, '2025-11-25');
    await client.ask({ ...hello, params: { ...hello['params'], capabilities: { sampling: {} } } });
    client.send(initialized);
    await client.ask(request(1, 'tools/call', { name: 'probe', arguments: {} }));
    const span = await recording.until('sampling/createMessage');
    expect(span.attributes['error.type']).toBe('no_answer');
    expect(span.status.code).toBe(SpanStatusCode.ERROR);
  });
});

test('a step that fails has the failure', async () => {
  const recording = recordTelemetry();
  const failing = oneTool((_, context: HandlerContext) =>
    context.step('find', () => {
      throw new Error('no shelf');
    }),
  );
  await observeStdio(failing).ask(callProbe({}));
  const span = recording.find('step find');
  expect(span.status).toEqual({ code: SpanStatusCode.ERROR, message: 'no shelf' });
  expect(span.attributes).toEqual({ 'mcp_server.step.name': 'find', 'error.type': '_OTHER' });
});

describe('a task', () => {
  const begin = fromTaskClient(1, 'tools/call', { name: 'probe', arguments: {} }, clientSpan);

  test('has a span of its own, which is linked to that of its request and has the work of the handler', async () => {
    const recording = recordTelemetry();
    const client = observeStdio(
      oneTaskTool(async (_, context) => {
        trace.getTracer('user').startSpan('prepare').end();
        const answer = await context.elicit('Your name?', nameSchema, { key: 'name' });
        return context.step('greet', () => answer.action);
      }),
    );
    const begun = await client.ask(begin);
    const { taskId } = begun['result'] as Wire;
    let task: Wire = {};
    while (task['status'] !== 'input_required') {
      task = (await client.ask(fromTaskClient(2, 'tasks/get', { taskId })))['result'] as Wire;
    }
    const inputResponses = { name: { action: 'decline' } };
    await client.ask(fromTaskClient(3, 'tasks/update', { taskId, inputResponses }));
    const span = await recording.until('task probe');
    const ofRequest = recording.find('tools/call probe');
    expect(linksOf(span)).toEqual([ofRequest.spanContext().spanId]);
    expect(span.attributes).toEqual({ 'gen_ai.tool.name': 'probe', 'mcp_server.task.id': taskId });
    expect(ofRequest.attributes['mcp_server.result.type']).toBe('task');
    const ofTrace = recording.spans().filter((each) => each.spanContext().traceId === traceId);
    expect(drawTree(ofTrace)).toEqual([
      'tools/call probe',
      'task probe',
      '  prepare',
      '  elicitation/create',
      '  step greet',
    ]);
  });

  test('that the handler begins itself has what comes after', async () => {
    const recording = recordTelemetry();
    const client = observeStdio(
      oneTaskTool(
        async (_, context) => {
          await context.step('before', () => 1);
          await context.startTask();
          return context.step('after', () => 2);
        },
        { begins: 'handler' },
      ),
    );
    await client.ask(begin);
    await recording.until('task probe');
    const tree = drawTree(recording.spans());
    expect(tree).toEqual(['tools/call probe', '  step before', 'task probe', '  step after']);
  });

  test.each<readonly [string, () => unknown, string]>([
    [
      'fails',
      () => {
        throw new Error('broken');
      },
      'tool_error',
    ],
    ['is cancelled', () => new Promise(() => {}), 'cancelled'],
  ])('that %s says so', async (_, handler, type) => {
    const recording = recordTelemetry();
    const client = observeStdio(oneTaskTool(async () => handler()));
    const { taskId } = (await client.ask(begin))['result'] as Wire;
    if (type === 'cancelled') await client.ask(fromTaskClient(2, 'tasks/cancel', { taskId }));
    const span = await recording.until('task probe');
    expect(span.attributes['error.type']).toBe(type);
    expect(span.status.code).toBe(SpanStatusCode.ERROR);
  });
});
