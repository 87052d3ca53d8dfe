/** Timeout in milliseconds. */
const timeoutMs = 60_000;

/**
 * Rejects if a promise takes too long.
 *
 * @param {number} [milliseconds] Minimum duration of the work, added to the timeout.
 * @throws Error after the timeout.
 */
export function withTimeout(promise, milliseconds = 0) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('The server does not respond.')), milliseconds + timeoutMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
