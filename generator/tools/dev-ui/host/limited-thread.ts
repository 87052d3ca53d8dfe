import type { Worker } from 'node:worker_threads';

/** Thrown if a thread times out, runs out of memory or fails. */
export class ThreadFault extends Error {
  override readonly name = 'ThreadFault';
}

/** Message from a thread: a result, or the reason why there is none. */
interface ThreadAnswer {
  readonly result?: unknown;
  readonly problem?: string;
}

/** Thread that processes foreign data, one task at a time. A task that times out ends the thread; the next task starts a new one. */
export class LimitedThread {
  readonly #start: () => Worker;
  readonly #task: string;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param task Name of a task in messages. */
  constructor(start: () => Worker, task: string) {
    this.#start = start;
    this.#task = task;
  }

  /**
   * Runs a task.
   *
   * @throws ThreadFault if it fails or takes longer than `timeoutMs`.
   */
  run(message: object, timeoutMs: number): Promise<unknown> {
    const run = this.#last.then(() => this.#run(message, timeoutMs));
    this.#last = run.catch(() => {});
    return run;
  }

  /** Ends the thread. The next task starts a new thread. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #run(message: object, timeoutMs: number): Promise<unknown> {
    const worker = (this.#worker ??= this.#start());
    // An idle thread does not keep the process alive; a running task does.
    worker.ref();
    try {
      const { result, problem } = await this.#waitForAnswer(worker, message, timeoutMs);
      if (result === undefined) throw new ThreadFault(problem ?? 'no answer');
      return result;
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      worker.unref();
    }
  }

  #waitForAnswer(worker: Worker, message: object, timeoutMs: number): Promise<ThreadAnswer> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => finish(() => reject(new ThreadFault(reason)));
      const timer = setTimeout(() => fail(`${this.#task} took longer than ${timeoutMs} ms`), timeoutMs);
      const succeed = (answer: ThreadAnswer) => finish(() => resolve(answer));
      const failed = (error: Error) => fail(error.message);
      const ended = () => fail('the thread has ended');
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        worker.off('message', succeed).off('error', failed).off('exit', ended);
        settle();
      };
      worker.on('message', succeed).on('error', failed).on('exit', ended);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      worker.postMessage(message);
    });
  }
}
