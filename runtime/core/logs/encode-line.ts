import { showText, type ReportLine } from '../service/report.js';

/** Maximum length of a message, and of an id or name that a client chose, in characters. */
const maxMessage = 8192;
const maxName = 128;

/**
 * JSON text of a line of the log. Names of trace and span are those of OpenTelemetry.
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

/** Sanitizes a text that may come from a client, and truncates it. */
export function truncate(text: string, length = maxName): string {
  return text.length <= length ? showText(text) : `${showText(text.slice(0, length))}…`;
}
