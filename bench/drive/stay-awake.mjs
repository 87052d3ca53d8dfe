/**
 * Runs work without letting the event loop sleep. Waking a sleeping process costs its writer more than a short response
 * on a virtual machine, and slow writers pay it more often.
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
