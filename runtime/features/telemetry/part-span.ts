import {
  context,
  propagation,
  SpanKind,
  type Attributes,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import type { ApiRequestPart, Outcome, PartSpan, SpanPart } from '../../core/api/telemetry.js';
import { setOutcome } from './describe-outcome.js';

/** HTTP methods in the semantic conventions; any other method is `_OTHER`. */
const httpMethods = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']);

/** Name, kind and attributes of a child span. */
interface PartDescription {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
}

/**
 * Describes the span of a part of a request.
 *
 * @param url Captured URL of an API. Default: the path with parameter names, without a query.
 */
export function describePart(part: SpanPart, url: string | undefined): PartDescription {
  switch (part.kind) {
    case 'api':
      return describeApiRequest(part, url);
    case 'client-request':
      return {
        name: part.method,
        kind: SpanKind.CLIENT,
        attributes: { 'mcp.method.name': part.method, 'mcp_server.question.key': part.key },
      };
    case 'step':
      return { name: `step ${part.name}`, kind: SpanKind.INTERNAL, attributes: { 'mcp_server.step.name': part.name } };
    case 'tool':
      // @see https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/gen-ai-spans.md#execute-tool-span
      return {
        name: `execute_tool ${part.name}`,
        kind: SpanKind.INTERNAL,
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': part.name },
      };
  }
}

/** @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span */
function describeApiRequest(part: ApiRequestPart, captured: string | undefined): PartDescription {
  const { hostname, port, protocol, origin } = new URL(part.url);
  const isKnown = httpMethods.has(part.method);
  return {
    name: `${isKnown ? part.method : 'HTTP'} ${part.template}`,
    kind: SpanKind.CLIENT,
    attributes: {
      'http.request.method': isKnown ? part.method : '_OTHER',
      ...(isKnown ? {} : { 'http.request.method_original': part.method }),
      'server.address': hostname,
      'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
      'url.full': captured ?? `${origin}${part.template}`,
      'url.template': part.template,
      'mcp_server.api.name': part.api,
      ...(part.resends === 0 ? {} : { 'http.request.resend_count': part.resends }),
    },
  };
}

/** Parts of a `ChildSpan`. */
interface ChildSpanParts {
  readonly span: OtelSpan;
  readonly context: Context;
  /** Whether the span is for a request to an API. */
  readonly isApi: boolean;
  /** Records the duration of a request to the client. */
  readonly record: (seconds: number, outcome: Outcome) => void;
  /** Called when the span has ended. */
  readonly leave: () => void;
}

/** Span of a part of a request. */
export class ChildSpan implements PartSpan {
  readonly #parts: ChildSpanParts;
  readonly #started = performance.now();
  #isSent = false;
  #hasEnded = false;

  constructor(parts: ChildSpanParts) {
    this.#parts = parts;
  }

  /** Propagation headers; for APIs, without the client's baggage, which is not meant for them. */
  get carrier(): { readonly [name: string]: string } {
    const carrier: { [name: string]: string } = {};
    propagation.inject(this.#parts.context, carrier);
    if (this.#parts.isApi) delete carrier['baggage'];
    return carrier;
  }

  setRequestId(id: string): void {
    this.#isSent = true;
    this.#parts.span.setAttribute('jsonrpc.request.id', id);
  }

  run<Result>(work: () => Result): Result {
    return context.with(this.#parts.context, work);
  }

  mark(fact: string): void {
    this.#parts.span.setAttribute(`mcp_server.${fact}`, true);
  }

  end(outcome: Outcome = {}): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { span, record, leave } = this.#parts;
    leave();
    if (this.#isSent) record((performance.now() - this.#started) / 1000, outcome);
    setOutcome(span, outcome);
    span.end();
  }
}
