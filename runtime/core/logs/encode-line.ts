import { showText, type ReportLine } from '../service/report.js';

/** Maximum length of a message, in characters, and of an id or name from a client. */
const maxMessage = 8192;
const maxName = 128;

/**
 * Encodes a log line as JSON text. The members for trace and span are named as in OpenTelemetry.
 *
 * @param principal Hash of the caller's principal.
 * @see https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/
 */
export function encodeLine(line: ReportLine, level: string, principal: string | undefined): string {
  const { subject, message, request, details } = line;
  const { id, method, span } = request ?? {};
  return JSON.stringify({
    time: new Date().toISOString(),
    level,
    subject: subject === '' ? undefined : showText(subject),
    message: truncate(message, maxMessage),
    request_id: id === undefined ? undefined : truncate(String(id), maxName),
    method: method === undefined ? undefined : truncate(method, maxName),
    principal,
    trace_id: span?.traceId,
    span_id: span?.spanId,
    ...details,
  });
}

/** Sanitizes and truncates text that may come from a client. */
export function truncate(text: string, length = maxName): string {
  return text.length <= length ? showText(text) : `${showText(text.slice(0, length))}…`;
}
