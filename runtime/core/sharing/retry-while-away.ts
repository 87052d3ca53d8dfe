import { StoreError } from '../api/store.js';

const firstDelayMs = 50;
const maxDelayMs = 2000;

/**
 * Repeats a call while the store cannot be reached.
 *
 * @param call Must be idempotent.
 * @param maxMs Maximum time in milliseconds.
 * @throws StoreError after that time; any other error of the call immediately.
 */
export async function retryWhileAway<Result>(call: () => Promise<Result>, maxMs = 60_000): Promise<Result> {
  const end = performance.now() + maxMs;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, maxDelayMs)) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StoreError) || performance.now() + delayMs > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}
