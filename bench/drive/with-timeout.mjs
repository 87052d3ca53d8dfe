/** Milliseconds after which a server is taken to have stopped. */
const patience = 60_000;

/**
 * What a promise brings, if it does so in time.
 *
 * @param {number} [milliseconds] How long it has to take anyway; a minute comes on top.
 * @throws Error when it takes longer.
 */
export function withTimeout(promise, milliseconds = 0) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('The server does not answer.')), milliseconds + patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
