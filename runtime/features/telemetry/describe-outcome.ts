import { SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import type { Outcome } from '../../core/api/telemetry.js';
import { findFailure } from '../../core/results/find-failure.js';

/** Maximum length of an error message, in characters. */
const maxMessage = 1024;

/** Returns the attributes of an outcome, for spans and metrics; empty for success. */
export function describeOutcome(outcome: Outcome): Attributes {
  const { code } = outcome;
  const type = outcome.declaredError ?? findFailure(outcome);
  return {
    ...(type === undefined ? {} : { 'error.type': type }),
    ...(code === undefined ? {} : { 'rpc.response.status_code': String(code) }),
  };
}

/**
 * Sets the status and outcome attributes of a span.
 *
 * @see https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md#server
 */
export function setOutcome(span: Span, outcome: Outcome): void {
  const attributes = describeOutcome(outcome);
  const { message, status, action, resultType } = outcome;
  span.setAttributes({
    ...attributes,
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(action === undefined ? {} : { 'mcp_server.question.action': action }),
    ...(resultType === undefined ? {} : { 'mcp_server.result.type': resultType }),
  });
  if (attributes['error.type'] === undefined) return;
  const description = message === undefined ? {} : { message: message.slice(0, maxMessage) };
  span.setStatus({ code: SpanStatusCode.ERROR, ...description });
}
