import { EventEmitter, once } from 'node:events';
import { context, metrics, propagation, trace, type SpanContext } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type Histogram,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { onTestFinished } from 'vitest';

/** Recorded value of a histogram: its attributes, and how many values have them. */
export interface RecordedPoint {
  readonly attributes: { readonly [name: string]: unknown };
  readonly count: number;
  readonly bounds: readonly number[];
}

/** Everything that a server recorded. */
export interface Recording {
  /** Spans that have ended, in the order of their ends. */
  spans(): readonly ReadableSpan[];
  /** The span with a name. */
  find(name: string): ReadableSpan;
  /** Resolves when a span with the name has ended. */
  until(name: string): Promise<ReadableSpan>;
  points(histogram: string): Promise<readonly RecordedPoint[]>;
}

/** Registers an SDK in memory until the test is over. */
export function recordTelemetry(): Recording {
  const exporter = new InMemorySpanExporter();
  const ends = new EventEmitter();
  const announcer: SpanProcessor = {
    onStart: () => {},
    onEnd: () => void ends.emit('end'),
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter), announcer] });
  const kept = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: kept, exportIntervalMillis: 3_600_000 });
  const meters = new MeterProvider({ readers: [reader] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(
    new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
  );
  trace.setGlobalTracerProvider(provider);
  metrics.setGlobalMeterProvider(meters);
  onTestFinished(async () => {
    await Promise.all([provider.shutdown(), meters.shutdown()]);
    context.disable();
    propagation.disable();
    trace.disable();
    metrics.disable();
  });
  const spans = (): readonly ReadableSpan[] => exporter.getFinishedSpans();
  const look = (name: string): ReadableSpan | undefined => spans().find((span) => span.name === name);
  return {
    spans,
    find: (name) => {
      const found = look(name);
      if (found === undefined)
        throw new Error(
          `No span "${name}" among ${spans()
            .map((span) => span.name)
            .join(', ')}`,
        );
      return found;
    },
    until: async (name) => {
      for (;;) {
        const found = look(name);
        if (found !== undefined) return found;
        await once(ends, 'end');
      }
    },
    points: async (histogram) => {
      await reader.forceFlush();
      const last = kept.getMetrics().at(-1);
      const all = last?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
      const points = all.find(({ descriptor }) => descriptor.name === histogram)?.dataPoints ?? [];
      return points.map(({ attributes, value }) => {
        const { count, buckets } = value as Histogram;
        return { attributes, count, bounds: buckets.boundaries };
      });
    },
  };
}

/** The names of spans as a tree: each below its parent, two spaces deeper, in the order of their beginnings. */
export function drawTree(spans: readonly ReadableSpan[]): readonly string[] {
  const sorted = spans.toSorted((left, right) => Number(startOf(left) - startOf(right)));
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const draw = (parent: string | undefined, depth: number): readonly string[] =>
    sorted
      .filter((span) => {
        const above = span.parentSpanContext?.spanId;
        return parent === undefined ? above === undefined || !ids.has(above) : above === parent;
      })
      .flatMap((span) => [`${'  '.repeat(depth)}${span.name}`, ...draw(span.spanContext().spanId, depth + 1)]);
  return draw(undefined, 0);
}

function startOf({ startTime: [seconds, nanoseconds] }: ReadableSpan): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds);
}

/** The ids that a span is linked to. */
export function linksOf(span: ReadableSpan): readonly string[] {
  return span.links.map(({ context: linked }: { readonly context: SpanContext }) => linked.spanId);
}
