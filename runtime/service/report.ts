import type { AuthInfo } from '../api/request-context.js';
import type { RequestSpan, ThrownError } from '../api/telemetry.js';
import { messageOf } from '../protocol/protocol-error.js';
import { describeThrown } from './describe-thrown.js';

/** Takes a line for the operator of the server, which usually goes to standard error. */
export type Report = (line: ReportLine) => void;

/** Options of the log of a server. */
export interface LogOptions {
  /** Form of the lines. Default: `text`. */
  readonly format?: 'text' | 'json';
  /** Least severe lines that are written. Default: `info`. */
  readonly level?: 'info' | 'warning' | 'error';
  /** Writes a line for each request. Default: `false`. */
  readonly requests?: boolean;
}

/** Kind of a line: a failure, a warning, a cancelled request, or information. */
export type ReportKind = 'ERROR' | 'WARNING' | 'CANCELLED' | 'INFO';

/** Line for the operator. Its texts may be those of a client and are not cleaned yet. */
export interface ReportLine {
  /** `''`: the text of the line is the message alone. */
  readonly subject: string;
  readonly message: string;
  readonly kind: ReportKind;
  /** The request that the line is about. */
  readonly request: ReportedRequest | undefined;
  /** The error that the line is about. */
  readonly error?: ThrownError | undefined;
  /** Further members of a line in JSON. */
  readonly details?: { readonly [name: string]: unknown };
}

/** Facts about a request, for lines in JSON. */
export interface ReportedRequest {
  readonly id?: string | number | undefined;
  readonly method?: string | undefined;
  readonly channel: { readonly auth?: AuthInfo | undefined };
  readonly span?: Pick<RequestSpan, 'traceId' | 'spanId' | 'recordException'> | undefined;
}

/** Line breaks, and other control and format characters, which change how a terminal shows a line. Tabs are harmless. */
const hiddenCharacters = /([\r\n]\s*)|[^\P{C}\t]|[\u2028\u2029]/gu;

/** Makes a line for the operator. */
export function formatReport(
  subject: string,
  message: string,
  kind: ReportKind = 'ERROR',
  request?: ReportedRequest,
): ReportLine {
  return { subject, message, kind, request };
}

/**
 * Reports an error that user code threw, with stack and causes, to the operator and to the span of the request.
 *
 * @param message Default: the error's own message.
 */
export function reportThrown(
  report: Report,
  subject: string,
  thrown: unknown,
  request?: ReportedRequest,
  { kind = 'ERROR', message = messageOf(thrown) }: { readonly kind?: ReportKind; readonly message?: string } = {},
): void {
  const error = describeThrown(thrown);
  report({ ...formatReport(subject, message, kind, request), error });
  request?.span?.recordException?.(error);
}

/** Errors that `setup` or a module of handlers threw. Those of the runtime at the start are about options, where a stack says nothing. */
const startErrors = new WeakSet<object>();

/** Notes that user code threw an error while the server started, so that {@link reportStartError} prints its stack. */
export function noteUserError(thrown: unknown): void {
  if (typeof thrown === 'object' && thrown !== null) startErrors.add(thrown);
}

/** Reports the error for which a server does not start. */
export function reportStartError(report: Report, thrown: unknown): void {
  if (typeof thrown === 'object' && thrown !== null && startErrors.has(thrown)) reportThrown(report, 'START', thrown);
  else report(formatReport('START', messageOf(thrown)));
}

/**
 * Text of a line: the current time, subject, kind and message, cleaned by {@link showText}. The stack of an error and its causes follow on
 * indented lines, so that no text of a client can look like a line of its own.
 */
export function printReport({ subject, message, kind, error }: ReportLine): string {
  if (subject === '') return showText(message);
  const line = `[${new Date().toISOString()}] ${showText(subject)} | ${kind}: ${showText(message)}`;
  if (error === undefined) return line;
  const { type = 'Error' } = error;
  return [line, ...(type === 'Error' ? [] : [`  ${showText(type)}`]), ...printThrown(error)].join('\n');
}

/** Lines of an error: its stack, its causes and the errors that it joins. */
export function* printThrown({ frames, cause, errors = [] }: ThrownError): Generator<string> {
  for (const frame of frames) yield `    ${showText(frame)}`;
  if (cause !== undefined) yield* printInner('cause', cause);
  for (const [index, each] of errors.entries()) yield* printInner(`errors[${index}]`, each);
}

function* printInner(name: string, error: ThrownError): Generator<string> {
  const { type } = error;
  yield `  ${name}: ${showText(type === undefined ? error.message : `${type}: ${error.message}`)}`;
  yield* printThrown(error);
}

/**
 * Cleans a text that may come from a client: line breaks become spaces, other hidden characters are written as `\u{1b}`.
 */
export function showText(text: string): string {
  return text.replaceAll(hiddenCharacters, (hidden, lineBreak?: string) =>
    lineBreak === undefined ? `\\u{${hidden.codePointAt(0)?.toString(16)}}` : ' ',
  );
}
