/**
 * Runs work without letting the event loop sleep: a writer has to wake a sleeping process, which on a virtual machine costs
 * more than a short response, and the more often the slower the writer is.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function stayAwake(work) {
  let isOver = false;
  const turn = () => {
    if (!isOver) setImmediate(turn);
  };
  turn();
  try {
    return await work();
  } finally {
    isOver = true;
  }
}
