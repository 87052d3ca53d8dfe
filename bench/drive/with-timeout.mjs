/** Timeout in milliseconds. */
const timeoutMs = 60_000;

/**
 * Resolves as a promise does, unless it times out.
 *
 * @param {number} [milliseconds] How long it has to take anyway; a minute comes on top.
 * @throws Error when it takes longer.
 */
export function withTimeout(promise, milliseconds = 0) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('The server does not answer.')), milliseconds + timeoutMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
