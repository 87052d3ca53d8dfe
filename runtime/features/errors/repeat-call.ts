import type { RepeatHost } from '../../core/api/error-port.js';

/** Wait before a call is repeated if the error has no `retryAfterMs`, in milliseconds. */
const defaultWaitMs = 1000;

/** Maximum wait before a call is repeated, in milliseconds. An error that asks for a longer wait is returned. */
const maxWaitMs = 30_000;

/** How an error is repeated. */
export interface Repetition {
  readonly name: string;
  readonly retries: number;
  readonly retryAfterMs: number | undefined;
}

/**
 * Calls a handler, and again after errors that allow it, up to the number of retries of each error. A call that has
 * sent requests to the client, or run a step, is not repeated: the user would be asked again.
 *
 * @param find Returns how an error is repeated; `undefined` if it is not.
 */
export async function repeatCall(
  call: () => Promise<unknown>,
  host: RepeatHost,
  find: (error: unknown) => Repetition | undefined,
): Promise<unknown> {
  const counts = new Map<string, number>();
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const repetition = find(error);
      if (repetition === undefined || host.signal.aborted || host.hasConversed()) throw error;
      const { name, retries, retryAfterMs = defaultWaitMs } = repetition;
      const count = (counts.get(name) ?? 0) + 1;
      if (count > retries || retryAfterMs > maxWaitMs) throw error;
      counts.set(name, count);
      await wait(retryAfterMs, host);
    }
  }
}

/** Rejects with the reason of the signal. */
function wait(milliseconds: number, { clock, signal }: RepeatHost): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clock.clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = clock.setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
