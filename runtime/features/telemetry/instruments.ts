import {
  createNoopMeter,
  metrics,
  ProxyTracerProvider,
  trace,
  type Histogram,
  type MeterProvider,
  type Tracer,
} from '@opentelemetry/api';

const scope = 'create-mcp-from-schema';

/** Bucket bounds of all histograms, in seconds. */
const bounds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** The no-op tracer provider that is used while no SDK is registered. */
const noProvider = new ProxyTracerProvider().getDelegate();

/** Methods of an SDK's provider that the API lacks. Another copy of the API package wraps it in a proxy. */
interface Flushable {
  forceFlush?(): Promise<void>;
  getDelegate?(): Flushable;
}

/** Tracer and histograms of a server. An SDK may be registered after they are created. */
export class Instruments {
  readonly tracer: Tracer = trace.getTracer(scope);
  /** Durations of requests and notifications. Absent while no metrics are recorded. */
  operations: Histogram | undefined;
  /** Durations of sessions. Absent while no metrics are recorded. */
  sessions: Histogram | undefined;
  /** Durations of requests from the server to its clients. Absent while no metrics are recorded. */
  clientRequests: Histogram | undefined;
  #provider: MeterProvider | undefined;

  /** Whether an SDK records spans or metrics. */
  isActive(): boolean {
    const provider = metrics.getMeterProvider();
    // The API does not forward meters to an SDK that is registered later.
    if (provider !== this.#provider) this.#makeHistograms(provider);
    if (this.operations !== undefined) return true;
    const tracers = trace.getTracerProvider();
    return !(tracers instanceof ProxyTracerProvider) || tracers.getDelegate() !== noProvider;
  }

  /** Flushes the SDK, because the process exits without waiting for it. */
  flush(): Promise<unknown> {
    const tracers = trace.getTracerProvider() as Flushable;
    const meters = metrics.getMeterProvider() as Flushable;
    return Promise.all([(tracers.getDelegate?.() ?? tracers).forceFlush?.(), meters.forceFlush?.()]);
  }

  /** @see https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md#metrics */
  #makeHistograms(provider: MeterProvider): void {
    this.#provider = provider;
    const meter = provider.getMeter(scope);
    const make = (name: string, description: string): Histogram | undefined =>
      meter === createNoopMeter()
        ? undefined
        : meter.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries: bounds } });
    this.operations = make('mcp.server.operation.duration', 'Duration of requests and notifications from clients.');
    this.sessions = make('mcp.server.session.duration', 'Duration of client sessions.');
    this.clientRequests = make('mcp.client.operation.duration', 'Duration of requests from the server to its clients.');
  }
}
