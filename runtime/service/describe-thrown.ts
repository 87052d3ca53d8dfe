import { StoreError } from '../api/store.js';
import type { ThrownError } from '../api/telemetry.js';
import { CredentialsError, messageOf, VisibleError } from '../protocol/protocol-error.js';

/** Maximum frames of one stack, characters of a frame or message, and errors of one report, causes included. */
const maxFrames = 20;
const maxCharacters = 1024;
const maxErrors = 10;

/** Describes a thrown value with its stack, its causes and the errors that it joins. Cycles end at the first repetition. Never throws. */
export function describeThrown(thrown: unknown): ThrownError {
  return describe(thrown, new Set());
}

function describe(thrown: unknown, seen: Set<unknown>): ThrownError {
  const message = cut(messageOf(thrown));
  try {
    if (!(thrown instanceof Error)) return { message, frames: [] };
    seen.add(thrown);
    // The message of an error of the store describes its cause without addresses and passwords.
    const cause = thrown instanceof StoreError ? undefined : thrown.cause;
    const joined = thrown instanceof AggregateError ? (thrown.errors as readonly unknown[]).slice(0, maxErrors) : [];
    const visit = (inner: unknown): ThrownError | undefined =>
      inner === undefined || seen.has(inner) || seen.size >= maxErrors ? undefined : describe(inner, seen);
    const inner = visit(cause);
    const errors = joined.map(visit).filter((each) => each !== undefined);
    return {
      type: cut(thrown.name),
      message,
      frames: isOwn(thrown) ? [] : readFrames(thrown),
      ...(inner !== undefined && { cause: inner }),
      ...(errors.length > 0 && { errors }),
    };
  } catch {
    // A proxy or an accessor of the error failed.
    return { message, frames: [] };
  }
}

/** Whether the runtime itself made an error: its stack has only functions of the runtime. */
function isOwn(error: Error): boolean {
  return error instanceof VisibleError || error instanceof CredentialsError || error instanceof StoreError;
}

/** Frames of a stack. The message above them may have lines that look like frames, so it is skipped first. */
function readFrames({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return [];
  const end = message === '' ? -1 : stack.indexOf(message);
  const lines = stack.slice(end === -1 ? 0 : end + message.length, 64 * maxCharacters + message.length).split('\n');
  const frames = lines.map((line) => line.trim()).filter((line) => /^at |@/u.test(line));
  return frames.slice(0, maxFrames).map(cut);
}

function cut(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}
