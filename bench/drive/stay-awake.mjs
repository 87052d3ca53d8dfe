/**
 * Runs something without ever waiting for events asleep: whoever writes to a process that sleeps has to wake it, which on a
 * virtual machine costs more than a short answer, and the more often the slower the writer is.
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
