import { SpanKind, SpanStatusCode, trace, type SpanContext } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { expect, test } from 'vitest';
import { openTelemetry } from '../../runtime/features/telemetry/index.js';
import { openNode, stateKeys, type TaskNode } from '../tasks/task-node.js';
import { newState } from '../tasks/test-stores.js';
import { nameSchema, type Asking } from '../wire/asking.js';
import { oneTaskTool } from '../wire/task-client.js';
import type { Subject } from '../wire/wire.js';
import { drawTree, linksOf, recordTelemetry, type Recording } from './record-telemetry.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const clientSpan = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, tracestate: 'rojo=1', baggage: 'user=alice' };

/** Opens a server and a worker, which share a store, with telemetry. */
async function openPair(handler: Asking, task: object = {}): Promise<readonly [server: TaskNode, worker: TaskNode]> {
  const { definition, handlers } = oneTaskTool(handler, { durable: true, ...task });
  const subject: Subject = { definition: { ...definition, hasDurableTasks: true }, handlers };
  const join = newState('memory');
  const open = async (): Promise<TaskNode> =>
    openNode(subject, await join(), 1200, stateKeys, { telemetry: openTelemetry() });
  return [await open(), await open()];
}

async function begin(server: TaskNode, meta: object = clientSpan): Promise<string> {
  const answer = await server.request('tools/call', { name: 'probe', arguments: {} }, 'ann', meta);
  return answer['result'].taskId as string;
}

/** Spans without those of the client's polling. */
const relevant = (recording: Recording): readonly ReadableSpan[] =>
  recording.spans().filter(({ name }) => name !== 'tasks/get');

/** The n-th run of the task. */
const runOf = (recording: Recording, index: number): ReadableSpan => {
  const found = recording.spans().filter(({ name }) => name === 'task probe')[index];
  if (found === undefined) throw new Error(`There is no run ${index}`);
  return found;
};

test('the runs of a durable task are in the trace of its request, across an answer to a question', async () => {
  const recording = recordTelemetry();
  const seen: (SpanContext | undefined)[] = [];
  const [server, worker] = await openPair(async (_, context) => {
    seen.push(trace.getActiveSpan()?.spanContext());
    await context.step('find', () => 'Dune');
    const answer = await context.elicit('Who?', nameSchema, { key: 'who' });
    return context.step('order', () => answer.action);
  });
  await worker.work();
  const taskId = await begin(server);
  await server.until(taskId, 'input_required');
  const inputResponses = { who: { action: 'accept', content: { name: 'Ann' } } };
  await server.request('tasks/update', { taskId, inputResponses });
  await server.until(taskId, 'completed');
  expect(drawTree(relevant(recording))).toEqual([
    'tools/call probe',
    '  task probe',
    '    step find',
    '    elicitation/create',
    '  task probe',
    '    elicitation/create',
    '    step order',
    'tasks/update',
  ]);
  const [first, second] = [runOf(recording, 0), runOf(recording, 1)];
  for (const run of [first, second]) {
    expect(run.kind).toBe(SpanKind.CONSUMER);
    expect(run.spanContext().traceId).toBe(traceId);
    expect(run.spanContext().traceState?.serialize()).toBe('rojo=1');
    expect(run.attributes).toMatchObject({ 'gen_ai.tool.name': 'probe', 'mcp_server.task.id': taskId });
  }
  expect(first.attributes['mcp_server.result.type']).toBe('input_required');
  expect(linksOf(first)).toEqual([]);
  const update = recording.find('tasks/update').spanContext().spanId;
  expect(linksOf(second)).toEqual([first.spanContext().spanId, update]);
  expect(seen.map((each) => each?.spanId)).toEqual([first, second].map((run) => run.spanContext().spanId));
});

test('each attempt of a durable task has a span, and the next one is linked to it', async () => {
  const recording = recordTelemetry();
  let attempts = 0;
  const handler: Asking = () => {
    attempts += 1;
    if (attempts === 1) throw new Error('The oven is cold');
    return 'done';
  };
  const [server, worker] = await openPair(handler, { isRepeatable: true });
  await worker.work();
  await server.until(await begin(server), 'completed');
  const [first, second] = [runOf(recording, 0), runOf(recording, 1)];
  expect(first.status).toEqual({ code: SpanStatusCode.ERROR, message: 'The oven is cold' });
  expect(second.status.code).toBe(SpanStatusCode.UNSET);
  expect(linksOf(second)).toEqual([first.spanContext().spanId]);
  expect(drawTree(relevant(recording))).toEqual(['tools/call probe', '  task probe', '  task probe']);
});

test('a durable task of a client without a trace is in the trace of its request', async () => {
  const recording = recordTelemetry();
  const [server, worker] = await openPair(() => 'done');
  await worker.work();
  await server.until(await begin(server, {}), 'completed');
  expect(drawTree(relevant(recording))).toEqual(['tools/call probe', '  task probe']);
});

test('a cancelled durable task ends its span, and runs do not count as requests', async () => {
  const recording = recordTelemetry();
  let start = (): void => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const [server, worker] = await openPair(() => {
    start();
    return new Promise(() => {});
  });
  await worker.work();
  const taskId = await begin(server);
  await started;
  await server.request('tasks/cancel', { taskId });
  expect((await recording.until('task probe')).attributes['error.type']).toBe('cancelled');
  const calls = (await recording.points('mcp.server.operation.duration')).filter(
    ({ attributes }) => attributes['mcp.method.name'] === 'tools/call',
  );
  expect(calls.map(({ count }) => count)).toEqual([1]);
});
