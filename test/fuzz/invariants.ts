/** Rules that hold whatever the input is. Each target checks those that concern it. */
export const invariants = {
  'never throws': 'Nothing that comes from outside makes the code throw or reject: faults are answers or diagnostics.',
  'never an internal error': 'No answer has the code -32603 and no status is 500, unless a handler threw.',
  'never an answer to a notification': 'A message without an id that names a method is not answered.',
  'one answer for a request':
    'Each request gets exactly one answer, also in a batch; one that was cancelled gets at most one.',
  'only legal messages':
    'What the server sends is JSON-RPC 2.0, and fits the JSON Schema of the revision that is spoken.',
  'chunks make no difference': 'Bytes mean the same wherever they are cut.',
  'still serves': 'After any input, a legal request is answered as before.',
  'bounded time': 'The processor time of an input is below a bound that grows linearly with its length.',
  'bounded memory': 'The memory that is kept does not grow with the number of inputs.',
  'diagnostics or files': 'A document gives errors with places inside the document, or files that type-check.',
  'clean reports': 'A line for the operator has no control characters, whatever a client has named.',
  'states are sealed': 'A state that was changed in any way is refused with -32602.',
} as const;

export type Invariant = keyof typeof invariants;

/** Thrown by a target whose input breaks an invariant. */
export class Violation extends Error {
  readonly invariant: Invariant;

  constructor(invariant: Invariant, detail: string) {
    super(`${invariant}: ${detail.slice(0, 1000)}`);
    this.invariant = invariant;
  }
}

/** Milliseconds of processor time that any input may take, and those for each of its bytes. */
const baseMs = 400;
const perByteMs = 0.02;

/**
 * Runs an input and checks that it does not throw, and that it takes no more than linear time. One that seems to is run once
 * more, because reading the processor time is slow, and other processes may have been the reason.
 */
export async function withinBounds<Result>(bytes: number, run: () => Promise<Result>): Promise<Result> {
  const limitMs = baseMs + bytes * perByteMs;
  const started = performance.now();
  const result = await orViolation(run);
  if (performance.now() - started < limitMs) return result;
  const before = process.cpuUsage();
  await orViolation(run);
  const { user, system } = process.cpuUsage(before);
  const tookMs = (user + system) / 1000;
  if (tookMs > limitMs) throw new Violation('bounded time', `${Math.round(tookMs)} ms for ${bytes} bytes`);
  return result;
}

async function orViolation<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Violation) throw error;
    throw new Violation('never throws', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** Whether a text has control characters other than line feeds and tabs, or characters that change its direction. */
export function isDirty(text: string): boolean {
  return /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text);
}
