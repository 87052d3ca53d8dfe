import { metrics, propagation, trace } from '@opentelemetry/api';
import { expect, test, vi } from 'vitest';
import { openService } from '../kit/open-service.js';
import { openTelemetry } from '../../runtime/features/telemetry/index.js';
import { oneTool } from '../wire/fixture-server.js';
import { modern, type Wire } from '../wire/wire.js';
import { observeStdio } from './observed-server.js';
import { recordTelemetry } from './record-telemetry.js';

const call = (id: number): Wire => modern(id, 'tools/call', { name: 'probe', arguments: {} });
const probe = oneTool(() => 'done');

test('without an SDK no span and no histogram is made', async () => {
  const extract = vi.spyOn(propagation, 'extract');
  const inject = vi.spyOn(propagation, 'inject');
  const start = vi.spyOn(
    trace.getTracer('create-mcp-from-schema').constructor.prototype as { startSpan: () => void },
    'startSpan',
  );
  const client = observeStdio(probe);
  const answer = await client.ask(call(1));
  expect(answer['result'].content[0].text).toBe('done');
  for (const used of [extract, inject, start]) expect(used).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('an SDK that is registered after the server has started records', async () => {
  const client = observeStdio(probe);
  await client.ask(call(1));
  const recording = recordTelemetry();
  await client.ask(call(2));
  expect(recording.spans().map(({ attributes }) => attributes['jsonrpc.request.id'])).toEqual(['2']);
  expect(await recording.points('mcp.server.operation.duration')).toMatchObject([{ count: 1 }]);
});

test('a wrong value is an error at the start', () => {
  expect(() => openService(probe, {}, { telemetry: openTelemetry as never })).toThrow(
    new TypeError('`telemetry` in handlers/server.ts must be the return value of `openTelemetry()`'),
  );
});

test('metrics are recorded without spans, and spans without metrics', async () => {
  const recording = recordTelemetry();
  metrics.disable();
  const client = observeStdio(probe);
  await client.ask(call(1));
  expect(recording.spans()).toHaveLength(1);
});

test('a processor of the user that fails does not fail the request', async () => {
  recordTelemetry();
  vi.spyOn(propagation, 'extract').mockImplementation(() => {
    throw new Error('broken propagator');
  });
  const answer = await observeStdio(probe).ask(call(1));
  expect(answer['result'].content[0].text).toBe('done');
  vi.restoreAllMocks();
});
