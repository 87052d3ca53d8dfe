import {
  context,
  diag,
  propagation,
  SpanKind,
  trace,
  type Attributes,
  type Context,
  type Link,
} from '@opentelemetry/api';
import type { ObservedSession, RequestSpan, ResumedCall, Telemetry } from '../../core/api/telemetry.js';
import { isJsonObject } from '../../wire/json.js';
import { messageOf } from '../../wire/protocol-error.js';
import { describeConnection, describeMessage, type ReceivedMessage } from './describe-message.js';
import { Instruments } from './instruments.js';
import { describeTask, ServerSpan } from './server-span.js';

/** Options of {@link openTelemetry}. */
export interface TelemetryOptions {
  /**
   * Records arguments and results of tool calls, and complete API URLs, without known secrets and up to 8,192
   * characters each. They may contain personal data. Default: `false`.
   */
  readonly captureContent?: boolean;
}

/** Reads members of `_meta` for propagators. */
const metaGetter = {
  keys: (meta: object): string[] => Object.keys(meta),
  get: (meta: object, key: string): string | undefined => {
    const value: unknown = Object.hasOwn(meta, key) ? meta[key as keyof typeof meta] : undefined;
    return typeof value === 'string' ? value : undefined;
  },
};

/**
 * Records the work of a server with OpenTelemetry: export the result as `telemetry` in `handlers/server.ts`. Spans and
 * metrics go to the SDK that the program has registered with `@opentelemetry/api`; without an SDK, nothing is recorded.
 *
 * @throws TypeError for invalid options.
 * @see https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md
 */
export function openTelemetry(options: TelemetryOptions = {}): Telemetry {
  const { captureContent = false, ...unknown } = options;
  const [other] = Object.keys(unknown);
  if (other !== undefined)
    throw new TypeError(`Unknown option "${other}" of openTelemetry; the only known option is captureContent`);
  if (typeof captureContent !== 'boolean') throw new TypeError('Option "captureContent" must be a boolean');
  const instruments = new Instruments();
  const sessions = new SessionTimes(instruments);
  return {
    receive: (server, message, sender, session) => {
      if (!instruments.isActive()) return undefined;
      return orNone(() => {
        const received = { server, message, sender, session };
        sessions.notice(received);
        return beginSpan(instruments, received, captureContent);
      });
    },
    resume: (server, call, sender) => {
      if (!instruments.isActive()) return undefined;
      const message = { method: 'tools/call', params: call.params };
      const received = { server, message, sender, session: undefined };
      return orNone(() => resumeSpan(instruments, received, call, captureContent));
    },
    endSession: (session) => sessions.end(session),
    flush: () => instruments.flush(),
  };
}

/**
 * Begins the span of a message. Its parent is the client's span in `_meta`; the current span, such as that of the HTTP
 * request, becomes a link. Without a span in `_meta`, the current span is the parent.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
function beginSpan(instruments: Instruments, received: ReceivedMessage, captureContent: boolean): RequestSpan {
  const { tracer } = instruments;
  const facts = describeMessage(received);
  const { parent, links } = findParent(received);
  const name = facts.target === undefined ? facts.method : `${facts.method} ${facts.target}`;
  const options = { kind: SpanKind.SERVER, links, attributes: { ...facts.common, ...facts.ofSpan } };
  const span = tracer.startSpan(name, options, parent);
  return new ServerSpan({ instruments, received, facts, span, parent, captureContent });
}

/**
 * Begins the span of a run of a durable task, a child of the span of the request that created the task, or otherwise of
 * the client's span.
 *
 * @see https://github.com/open-telemetry/semantic-conventions/blob/main/docs/messaging/messaging-spans.md#span-kind
 */
function resumeSpan(
  instruments: Instruments,
  received: ReceivedMessage,
  { taskId, params, carrier }: ResumedCall,
  captureContent: boolean,
): RequestSpan {
  const facts = describeMessage(received);
  const { name, attributes } = describeTask(facts.target, taskId);
  const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
  // The current span, if any, belongs to another task or to the queue.
  const parent = propagation.extract(trace.deleteSpan(context.active()), carrier ?? meta, metaGetter);
  const span = instruments.tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes }, parent);
  return new ServerSpan({ instruments, received, facts, span, parent, captureContent, isResumed: true });
}

/** Returns a span, or `undefined` if a processor or propagator of the user fails, because this must not make the request fail. */
function orNone(begin: () => RequestSpan): RequestSpan | undefined {
  try {
    return begin();
  } catch (error) {
    diag.error(`create-mcp-from-schema: could not create a span for a message: ${messageOf(error)}`);
    return undefined;
  }
}

function findParent({ message }: ReceivedMessage): { readonly parent: Context; readonly links: Link[] } {
  const active = context.active();
  const meta = message.params['_meta'];
  if (!isJsonObject(meta)) return { parent: active, links: [] };
  const extracted = propagation.extract(trace.deleteSpan(active), meta, metaGetter);
  const current = trace.getSpanContext(active);
  if (trace.getSpanContext(extracted) !== undefined) {
    return { parent: extracted, links: current === undefined ? [] : [{ context: current }] };
  }
  const currentSpan = trace.getSpan(active);
  return { parent: currentSpan === undefined ? extracted : trace.setSpan(extracted, currentSpan), links: [] };
}

/** Records how long sessions last. */
class SessionTimes {
  readonly #instruments: Instruments;
  /** Times of the first `initialize` of open sessions, by `performance.now`, with the HTTP version. */
  readonly #began = new WeakMap<ObservedSession, { readonly time: number; readonly connection: Attributes }>();

  constructor(instruments: Instruments) {
    this.#instruments = instruments;
  }

  notice({ message, session, sender }: ReceivedMessage): void {
    if (session === undefined || message.method !== 'initialize' || this.#began.has(session)) return;
    const { socket } = sender;
    const connection = describeConnection(socket !== undefined, socket?.httpVersion);
    this.#began.set(session, { time: performance.now(), connection });
  }

  end(session: ObservedSession): void {
    const began = this.#began.get(session);
    if (began === undefined || !this.#instruments.isActive()) return;
    this.#began.delete(session);
    const attributes = { 'mcp.protocol.version': session.caller.protocolVersion, ...began.connection };
    this.#instruments.sessions?.record((performance.now() - began.time) / 1000, attributes);
  }
}
