import type { AuthInfo } from '../api/request-context.js';
import type { RequestSpan } from '../api/telemetry.js';

/** Receiver of lines for the operator, usually stderr. */
export type Report = (line: ReportLine) => void;

/** Options of the log of a server. */
export interface LogOptions {
  /** Format of the lines. Default: `text`. */
  readonly format?: 'text' | 'json';
  /** Minimum severity of written lines. Default: `info`. */
  readonly level?: 'info' | 'warning' | 'error';
  /** Writes a line for each request. Default: `false`. */
  readonly requests?: boolean;
}

/** Kind of log line: a failure, a warning, a cancelled request, or information. */
export type ReportKind = 'ERROR' | 'WARNING' | 'CANCELLED' | 'INFO';

/** Line for the operator. Its strings may come from a client and are not sanitized yet. */
export interface ReportLine {
  /** Subject of the line. `''`: a text line consists of the message only. */
  readonly subject: string;
  readonly message: string;
  readonly kind: ReportKind;
  /** The request that the line is about. */
  readonly request: ReportedRequest | undefined;
  /** Additional text lines, sanitized and indented: the stack of an error. */
  readonly lines?: readonly string[] | undefined;
  /** Additional members of a JSON line. */
  readonly details?: { readonly [name: string]: unknown };
  /** The thrown value, for tests in the same process; not logged. */
  readonly thrown?: unknown;
}

/** Facts about a request, for JSON lines. */
export interface ReportedRequest {
  readonly id?: string | number | undefined;
  readonly method?: string | undefined;
  readonly channel: { readonly auth?: AuthInfo | undefined };
  readonly span?: Pick<RequestSpan, 'traceId' | 'spanId' | 'recordException'> | undefined;
}

/** Line breaks, and other control and format characters that change how a terminal shows a line, except tabs. */
const hiddenCharacters = /([\r\n]\s*)|[^\P{C}\t]|[\u2028\u2029]/gu;

/** Creates a line for the operator. */
export function formatReport(
  subject: string,
  message: string,
  kind: ReportKind = 'ERROR',
  request?: ReportedRequest,
): ReportLine {
  return { subject, message, kind, request };
}

/**
 * Formats a line as text: current time, subject, kind and message, sanitized by {@link showText}. The stack of an
 * error and its causes follow on indented lines, so that client text cannot forge a line.
 */
export function printReport({ subject, message, kind, lines = [] }: ReportLine): string {
  if (subject === '') return showText(message);
  const line = `[${new Date().toISOString()}] ${showText(subject)} | ${kind}: ${showText(message)}`;
  return [line, ...lines].join('\n');
}

/**
 * Sanitizes text that may come from a client: line breaks become spaces, other hidden characters are escaped as in
 * `\u{1b}`.
 */
export function showText(text: string): string {
  return text.replaceAll(hiddenCharacters, (hidden, lineBreak?: string) =>
    lineBreak === undefined ? `\\u{${hidden.codePointAt(0)?.toString(16)}}` : ' ',
  );
}
