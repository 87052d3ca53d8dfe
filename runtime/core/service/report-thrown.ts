import { StoreError } from '../api/store.js';
import { CredentialsError, NotImplementedError, VisibleError } from '../api/errors.js';
import { messageOf } from '../../wire/protocol-error.js';
import { cutCallers } from './user-frames.js';
import { formatReport, showText, type Report, type ReportedRequest, type ReportKind } from './report.js';

/**
 * Maximum number of frames in a stack, of characters in a frame or message, and of errors in a report, including
 * causes.
 */
const maxFrames = 20;
const maxCharacters = 1024;
const maxErrors = 10;

/** Thrown error, for the operator. Its strings are truncated, but not sanitized. */
interface ThrownError {
  /** Class or `name` of the error; absent for a thrown value that is not an `Error`. */
  readonly type?: string;
  readonly message: string;
  /** Advice from an error of the runtime. */
  readonly advice?: string;
  /**
   * Frames of the stack, such as `at rollDice (handlers/tools/roll-dice.ts:7:9)`; empty for errors of the runtime
   * itself.
   */
  readonly frames: readonly string[];
  readonly cause?: ThrownError;
  /** The errors of an `AggregateError`. */
  readonly errors?: readonly ThrownError[];
}

/**
 * Reports an error that user code threw, with stack and causes, to the operator and to the span of the request.
 *
 * @param message Message of the line. Default: the error's own message, and its advice.
 */
export function reportThrown(
  report: Report,
  subject: string,
  thrown: unknown,
  request?: ReportedRequest,
  { kind = 'ERROR', message = messageOf(thrown) }: { readonly kind?: ReportKind; readonly message?: string } = {},
): void {
  // Frames of this function and of the caller of user code.
  const runtimeFrames = listFrames(new Error()).slice(0, 2);
  const error = describe(thrown, runtimeFrames, new Set());
  const { type = 'Error', advice } = error;
  const text = advice === undefined ? message : `${message} (${advice})`;
  const inner = [...printThrown(error)];
  const lines = type === 'Error' ? inner : [`  ${showText(type)}`, ...inner];
  report({ ...formatReport(subject, text, kind, request), lines, details: { error: encodeThrown(error) }, thrown });
  request?.span?.recordException?.({
    name: type,
    message: error.message,
    stack: [`${type}: ${error.message}`, ...inner].join('\n'),
  });
}

/** Prints the lines of an error: its stack, its causes and its aggregated errors. */
function* printThrown({ frames, cause, errors = [] }: ThrownError): Generator<string> {
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
 * Returns the members of an error for JSON log lines: `type`, `message`, `stack` (one frame per line), `cause` and
 * `errors`, if they exist.
 */
function encodeThrown({ type, message, frames, cause, errors }: ThrownError): object {
  return {
    type: type === undefined ? undefined : showText(type),
    message: showText(message),
    stack: frames.length === 0 ? undefined : frames.map(showText).join('\n'),
    cause: cause === undefined ? undefined : encodeThrown(cause),
    errors: errors?.map(encodeThrown),
  };
}

/**
 * Describes a thrown value with its stack, its causes and its aggregated errors. Cycles end at the first repetition.
 * Never throws.
 *
 * @param runtimeFrames Frames of the runtime.
 */
function describe(thrown: unknown, runtimeFrames: readonly string[], seen: Set<unknown>): ThrownError {
  const message = cut(messageOf(thrown));
  try {
    if (!(thrown instanceof Error)) return { message, frames: [] };
    seen.add(thrown);
    // The message of a store error describes the cause without addresses and passwords.
    const cause = thrown instanceof StoreError ? undefined : thrown.cause;
    const joined = thrown instanceof AggregateError ? (thrown.errors as readonly unknown[]).slice(0, maxErrors) : [];
    const visit = (inner: unknown): ThrownError | undefined =>
      inner === undefined || seen.has(inner) || seen.size >= maxErrors
        ? undefined
        : describe(inner, runtimeFrames, seen);
    const inner = visit(cause);
    const errors = joined.map(visit).filter((each) => each !== undefined);
    return {
      type: cut(thrown.name),
      message,
      frames: isOwn(thrown) ? [] : cutCallers(listUserFrames(thrown), runtimeFrames).slice(0, maxFrames).map(cut),
      ...(thrown instanceof VisibleError && thrown.advice !== undefined && { advice: thrown.advice }),
      ...(inner !== undefined && { cause: inner }),
      ...(errors.length > 0 && { errors }),
    };
  } catch {
    // A proxy or an accessor of the error failed.
    return { message, frames: [] };
  }
}

/** Whether the runtime itself created an error, so that its stack contains only functions of the runtime. */
function isOwn(error: Error): boolean {
  if (error instanceof NotImplementedError) return false;
  return error instanceof VisibleError || error instanceof CredentialsError || error instanceof StoreError;
}

/** Returns the frames of an error, without the runtime function that throws the error of a stub. */
function listUserFrames(error: Error): readonly string[] {
  return listFrames(error).slice(error instanceof NotImplementedError ? 1 : 0);
}

/** Returns the frames of a stack. Skips the message, whose lines may look like frames. */
function listFrames({ stack, message }: Error): readonly string[] {
  if (typeof stack !== 'string') return [];
  const end = message === '' ? -1 : stack.indexOf(message);
  const lines = stack.slice(end === -1 ? 0 : end + message.length, 64 * maxCharacters + message.length).split('\n');
  return lines.map((line) => line.trim()).filter((line) => /^at |@/u.test(line));
}

function cut(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}
