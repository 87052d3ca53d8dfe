import {
  context,
  isSpanContextValid,
  propagation,
  SpanKind,
  trace,
  type Attributes,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import type { Outcome, PartSpan, RequestSpan, Span, SpanPart, ThrownException } from '../../core/api/telemetry.js';
import { maskSecrets } from '../../core/results/mask-secrets.js';
import { findFailure } from '../../core/results/find-failure.js';
import { captureContent, readResult } from './capture-content.js';
import { protocolVersionOf, type MessageFacts, type ReceivedMessage } from './describe-message.js';
import { describeOutcome, setOutcome } from './describe-outcome.js';
import type { Instruments } from './instruments.js';
import { ChildSpan, describePart } from './part-span.js';

/** Dependencies of {@link ServerSpan}. */
interface ServerSpanParts {
  readonly instruments: Instruments;
  readonly received: ReceivedMessage;
  readonly facts: MessageFacts;
  readonly span: OtelSpan;
  /** Context that the span began in. */
  readonly parent: Context;
  readonly captureContent: boolean;
  /** Whether the span is for a run of a durable task, whose request was already counted. */
  readonly isResumed?: boolean;
}

/** Returns the name and attributes of the span of a task, or of a run of a durable task. */
export function describeTask(
  target: string | undefined,
  taskId: string,
): { readonly name: string; readonly attributes: Attributes } {
  return {
    name: target === undefined ? 'task' : `task ${target}`,
    attributes: { ...(target === undefined ? {} : { 'gen_ai.tool.name': target }), 'mcp_server.task.id': taskId },
  };
}

/** Names of request headers whose values are secrets. */
const secretHeaders = ['authorization', 'cookie', 'x-api-key', 'dpop'];

/** Maximum length of an exception's stack, including causes, in characters. */
const maxStackCharacters = 16_384;

/** Span of a request or notification of a client. */
export class ServerSpan implements RequestSpan {
  readonly #parts: ServerSpanParts;
  readonly #started = performance.now();
  readonly #secrets: string[] = [];
  /** Open child spans, each with the span that ends it: the span of the request or of its task. */
  readonly #open = new Map<ChildSpan, OtelSpan>();
  /** The span that new parts belong to: the span of the request, later the span of its task. */
  #owner: OtelSpan;
  #context: Context;
  #hasEnded = false;

  constructor(parts: ServerSpanParts) {
    this.#parts = parts;
    this.#owner = parts.span;
    this.#context = trace.setSpan(parts.parent, parts.span);
    if (parts.captureContent) this.#secrets.push(...this.#readSecrets());
  }

  get traceId(): string | undefined {
    const spanContext = this.#parts.span.spanContext();
    return isSpanContextValid(spanContext) ? spanContext.traceId : undefined;
  }

  get spanId(): string | undefined {
    const spanContext = this.#parts.span.spanContext();
    return isSpanContextValid(spanContext) ? spanContext.spanId : undefined;
  }

  /** @see https://www.w3.org/TR/trace-context/#traceparent-header */
  get traceparent(): string | undefined {
    const { traceId, spanId, traceFlags } = this.#parts.span.spanContext();
    if (this.traceId === undefined) return undefined;
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  get carrier(): { readonly [name: string]: string } {
    const carrier: { [name: string]: string } = {};
    propagation.inject(trace.setSpan(this.#parts.parent, this.#parts.span), carrier);
    return carrier;
  }

  run<Result>(work: () => Result): Result {
    return context.with(this.#context, work);
  }

  link(traceparent: string): void {
    const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
    const earlier = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
    if (isSpanContextValid(earlier)) this.#parts.span.addLink({ context: earlier });
  }

  begin(part: SpanPart): PartSpan {
    const { instruments, received, captureContent: isCaptured } = this.#parts;
    const url = isCaptured && part.kind === 'api' ? captureContent(part.url, this.#secrets).slice(1, -1) : undefined;
    const described = describePart(part, url);
    const { name, kind, attributes } = described;
    const parent = this.#findParent();
    const span = instruments.tracer.startSpan(name, { kind, attributes }, parent);
    const child = new ChildSpan({
      span,
      context: trace.setSpan(parent, span),
      isApi: part.kind === 'api',
      record: (seconds, outcome) => {
        const protocolVersion = protocolVersionOf(received);
        const version = protocolVersion === undefined ? {} : { 'mcp.protocol.version': protocolVersion };
        instruments.clientRequests?.record(seconds, { ...attributes, ...version, ...describeOutcome(outcome) });
      },
      leave: () => this.#open.delete(child),
    });
    this.#open.set(child, this.#owner);
    return child;
  }

  /**
   * Begins the span of a task. A task outlives its request, so its span is linked to the request, and has the same
   * parent.
   */
  startTask(taskId: string): Span {
    const { instruments, facts, span, parent } = this.#parts;
    const { name, attributes } = describeTask(facts.target, taskId);
    const links = [{ context: span.spanContext() }];
    const task = instruments.tracer.startSpan(name, { kind: SpanKind.INTERNAL, links, attributes }, parent);
    this.#owner = task;
    this.#context = trace.setSpan(parent, task);
    let hasEnded = false;
    return {
      run: (work) => context.with(trace.setSpan(parent, task), work),
      end: (outcome = {}) => {
        if (hasEnded) return;
        hasEnded = true;
        this.#endParts(task);
        this.#addContent(task, outcome);
        setOutcome(task, outcome);
        task.end();
      },
    };
  }

  hide(secrets: readonly string[]): void {
    this.#secrets.push(...secrets);
  }

  mark(fact: string): void {
    this.#owner.setAttribute(`mcp_server.${fact}`, true);
  }

  /** @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-spans/ */
  recordException({ name, message, stack }: ThrownException): void {
    const secrets = [...this.#secrets, ...this.#readSecrets()];
    this.#owner.recordException({
      name,
      message: maskSecrets(message, secrets),
      stack: maskSecrets(stack, secrets).slice(0, maxStackCharacters),
    });
  }

  /** Reads header values that no attribute may contain, with and without their scheme, such as `Bearer`. */
  #readSecrets(): string[] {
    const { http } = this.#parts.received.sender;
    return secretHeaders.flatMap((name) => {
      const value = http?.header(name);
      return value === undefined ? [] : [value, value.slice(value.lastIndexOf(' ') + 1)];
    });
  }

  end(outcome: Outcome = {}): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { span, isResumed = false } = this.#parts;
    this.#endParts(span);
    if (!isResumed) this.#count(outcome);
    this.#addContent(span, outcome);
    setOutcome(span, outcome);
    span.end();
  }

  /** Records the duration of the request. */
  #count(outcome: Outcome): void {
    const { instruments, facts, span, received } = this.#parts;
    const protocolVersion = protocolVersionOf(received);
    const version = protocolVersion === undefined ? {} : { 'mcp.protocol.version': protocolVersion };
    const seconds = (performance.now() - this.#started) / 1000;
    // In the context of the span, so that the histogram can record an exemplar.
    context.with(trace.setSpan(this.#parts.parent, span), () =>
      instruments.operations?.record(seconds, { ...facts.common, ...version, ...describeOutcome(outcome) }),
    );
    span.setAttributes(version);
  }

  /**
   * Returns the context in which a new part begins: the current context if the handler has begun its own spans,
   * otherwise the context of the request or its task.
   */
  #findParent(): Context {
    const active = context.active();
    const current = trace.getSpan(active);
    return current === undefined || current === this.#parts.span ? this.#context : active;
  }

  /** Ends the parts that are still open, such as client requests whose responses come with the next request. */
  #endParts(owner: OtelSpan): void {
    for (const [part, its] of this.#open) if (its === owner) part.end();
  }

  #addContent(span: OtelSpan, outcome: Outcome): void {
    const { message } = this.#parts.received;
    if (!this.#parts.captureContent || message.method !== 'tools/call') return;
    const args = captureContent(message.params['arguments'] ?? {}, this.#secrets);
    span.setAttribute('gen_ai.tool.call.arguments', args);
    const { members, resultType } = outcome;
    if (typeof members !== 'string' || resultType !== undefined || findFailure(outcome) !== undefined) return;
    span.setAttribute('gen_ai.tool.call.result', captureContent(readResult(members), this.#secrets));
  }
}
