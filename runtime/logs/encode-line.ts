import type { ThrownError } from '../api/telemetry.js';
import { showText, type ReportLine } from '../service/report.js';

/** Most characters of a message, and of an id or name that a client chose. */
const maximalMessage = 8192;
const maximalName = 128;

/**
 * JSON text of a line of the log. Names of trace and span are those of OpenTelemetry.
 *
 * @param principal Hash of the caller's principal.
 * @see https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/
 */
export function encodeLine(line: ReportLine, level: string, principal: string | undefined): string {
  const { subject, message, request, details, error } = line;
  const { id, method, span } = request ?? {};
  return JSON.stringify({
    time: new Date().toISOString(),
    level,
    subject: subject === '' ? undefined : showText(subject),
    message: shorten(message, maximalMessage),
    request_id: id === undefined ? undefined : shorten(String(id), maximalName),
    method: method === undefined ? undefined : shorten(method, maximalName),
    principal,
    trace_id: span?.traceId,
    span_id: span?.spanId,
    error: error === undefined ? undefined : encodeThrown(error),
    ...details,
  });
}

/** Members of an error: `type`, `message`, `stack` (frames, a line each), `cause` and `errors`, as far as it has them. */
function encodeThrown({ type, message, frames, cause, errors }: ThrownError): object {
  return {
    type: type === undefined ? undefined : showText(type),
    message: showText(message),
    stack: frames.length === 0 ? undefined : frames.map(showText).join('\n'),
    cause: cause === undefined ? undefined : encodeThrown(cause),
    errors: errors?.map(encodeThrown),
  };
}

/** Cleans a text that may come from a client, and cuts it. */
export function shorten(text: string, length = maximalName): string {
  return text.length <= length ? showText(text) : `${showText(text.slice(0, length))}…`;
}
