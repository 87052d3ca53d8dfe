import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { InvalidResultError } from './invalid-result-error.js';
import { toCallError } from './to-call-error.js';

/** Options of a call. */
export interface CallOptions {
  /** Cancels the call, which then throws the signal's reason: an `AbortError` by default. */
  readonly signal?: AbortSignal;
  /**
   * Timeout in milliseconds, after which the call is canceled and throws a `TimeoutError`; at most 2,147,483,647.
   * Default: the client's timeout, which is 60,000 for the official clients; no timeout in tests with `openTestServer`.
   */
  readonly timeoutMs?: number;
}

/** Options of a request, as the official clients take them. */
export interface RequestOptions {
  signal?: AbortSignal;
  timeout?: number;
}

/** Maximum delay of a timer, in milliseconds; a timer with a longer delay would fire immediately. */
const maxTimerMs = 2_147_483_647;

/**
 * Sends a request of the typed client.
 *
 * @param send Sends the request, with its options, if any.
 * @throws The errors that {@link toCallError} creates, and the reason of an aborted signal.
 */
export async function sendRequest(
  peer: { readonly transport?: unknown },
  { signal, timeoutMs }: CallOptions = {},
  send: (...options: readonly RequestOptions[]) => Promise<unknown>,
): Promise<JsonObject> {
  signal?.throwIfAborted();
  const linked = signal === undefined ? undefined : linkSignal(signal);
  const options: RequestOptions = {
    ...(linked && { signal: linked.signal }),
    ...(timeoutMs !== undefined && { timeout: Math.min(timeoutMs, maxTimerMs) }),
  };
  try {
    const result = await send(...(Object.keys(options).length === 0 ? [] : [options]));
    if (!isJsonObject(result)) throw new InvalidResultError();
    return result;
  } catch (error) {
    signal?.throwIfAborted();
    throw toCallError(error, peer.transport !== undefined);
  } finally {
    linked?.release();
  }
}

/**
 * Creates a signal for one request: version 1 of the official client never removes its listener, and cancels completed
 * requests when their signal is aborted.
 */
function linkSignal(signal: AbortSignal): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return { signal: controller.signal, release: () => signal.removeEventListener('abort', abort) };
}
