import type {
  ObservedServer,
  ObservedSession,
  Outcome,
  PartSpan,
  ObservedMessage,
  RequestSpan,
  Sender,
  Span,
  SpanPart,
  Telemetry,
  ThrownException,
} from '../api/telemetry.js';
import { isJsonObject } from '../../wire/json.js';
import { findFailure } from '../results/find-failure.js';
import { formatReport, type Report } from '../service/report.js';
import { truncate } from './encode-line.js';

const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** No-op span, for requests without telemetry. */
const noSpan: PartSpan = { carrier: {}, run: (work) => work(), end: () => {}, setRequestId: () => {} };

/**
 * Log of requests: one line for each completed request and each refused HTTP request. Forwards all calls to the inner
 * telemetry.
 */
export class RequestLog implements Telemetry {
  readonly #report: Report;
  readonly #inner: Telemetry | undefined;

  constructor(report: Report, inner: Telemetry | undefined) {
    this.#report = report;
    this.#inner = inner;
  }

  receive(...[server, message, sender, session]: Parameters<Telemetry['receive']>): RequestSpan | undefined {
    const inner = this.#inner?.receive(server, message, sender, session);
    return message.id === undefined ? inner : new LoggedSpan(this.#report, { server, message, sender, session }, inner);
  }

  resume(...args: Parameters<NonNullable<Telemetry['resume']>>): RequestSpan | undefined {
    return this.#inner?.resume?.(...args);
  }

  endSession(session: ObservedSession): void {
    this.#inner?.endSession(session);
  }

  refuse(status: number, message: string, sender: Sender): void {
    this.#inner?.refuse?.(status, message, sender);
    const { http, socket } = sender;
    const url = (http?.url ?? '').split('?', 1)[0] ?? '';
    const text = `${http?.method ?? ''} ${url}: refused with ${status} ${message}`;
    this.#report({
      ...formatReport('HTTP', truncate(text, 512), 'INFO', { channel: sender }),
      details: { outcome: 'refused', http_status: status, client_address: socket?.remoteAddress },
    });
  }
}

/** Logged request. */
interface LoggedRequest {
  readonly server: ObservedServer;
  readonly message: ObservedMessage;
  readonly sender: Sender;
  readonly session: ObservedSession | undefined;
}

/** Span of a request, which writes a log line when it ends. */
class LoggedSpan implements RequestSpan {
  readonly #report: Report;
  readonly #received: LoggedRequest;
  readonly #inner: RequestSpan | undefined;
  readonly #started = performance.now();
  readonly #facts = new Set<string>();
  #hasEnded = false;

  constructor(report: Report, received: LoggedRequest, inner: RequestSpan | undefined) {
    this.#report = report;
    this.#received = received;
    this.#inner = inner;
  }

  get traceId(): string | undefined {
    return this.#inner?.traceId;
  }

  get spanId(): string | undefined {
    return this.#inner?.spanId;
  }

  get traceparent(): string | undefined {
    return this.#inner?.traceparent;
  }

  get carrier(): RequestSpan['carrier'] {
    return this.#inner?.carrier ?? {};
  }

  run<Result>(work: () => Result): Result {
    return this.#inner === undefined ? work() : this.#inner.run(work);
  }

  link(traceparent: string): void {
    this.#inner?.link(traceparent);
  }

  begin(part: SpanPart): PartSpan {
    return this.#inner?.begin(part) ?? noSpan;
  }

  startTask(taskId: string): Span {
    return this.#inner?.startTask(taskId) ?? noSpan;
  }

  hide(secrets: readonly string[]): void {
    this.#inner?.hide(secrets);
  }

  recordException(exception: ThrownException): void {
    this.#inner?.recordException?.(exception);
  }

  mark(fact: string): void {
    this.#facts.add(fact);
    this.#inner?.mark?.(fact);
  }

  end(outcome: Outcome = {}): void {
    this.#inner?.end(outcome);
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#write(outcome, performance.now() - this.#started);
  }

  #write(result: Outcome, milliseconds: number): void {
    const { code, resultType } = result;
    const { server, message, sender, session } = this.#received;
    const { id, method, params } = message;
    const name = nameOf(server, method, params);
    const meta = params['_meta'];
    const protocolVersion = session?.caller.protocolVersion ?? (isJsonObject(meta) ? meta[versionKey] : undefined);
    const outcome = code === undefined ? (findFailure(result) ?? resultType ?? 'ok') : `error ${code}`;
    const duration = Math.round(milliseconds * 10) / 10;
    const text = `${truncate(method)}${name === undefined ? '' : ` ${name}`}: ${outcome}, ${duration} ms`;
    this.#report({
      ...formatReport('REQUEST', text, 'INFO', { id, method, channel: sender, span: this }),
      details: {
        name,
        outcome: code === undefined ? outcome : 'error',
        error_code: code,
        duration_ms: duration,
        revision: typeof protocolVersion === 'string' ? truncate(protocolVersion) : undefined,
        client_address: sender.socket?.remoteAddress,
        ...Object.fromEntries(Array.from(this.#facts, (fact) => [fact, true])),
      },
    });
  }
}

/** Returns the name, URI or id that a request is about. */
function nameOf(
  { parts: { methods } }: ObservedServer,
  method: string,
  params: ObservedMessage['params'],
): string | undefined {
  const { subject = 'name' } = methods.get(method) ?? {};
  const name = params[subject];
  return typeof name === 'string' ? truncate(name) : undefined;
}
