import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { findPackageRoot } from '../../package/find-package-root.js';

/** A problem of a value: the JSON Pointer of the part, and the expectation with the value that came. */
export interface InputError {
  readonly path: string;
  readonly message: string;
}

/** A validator that did not answer in time or failed. */
export class ValidatorFault extends Error {
  override readonly name = 'ValidatorFault';
}

/** Memory of the thread in MB: modules that were imported once stay there. */
const maximalMegabytes = 256;
/** A thread is replaced after so many modules. */
const maximalModules = 500;

/** Message from the thread. */
interface Answer {
  readonly errors?: readonly InputError[];
  readonly fault?: string;
}

/**
 * Program of the thread. The words come from the published runtime, so that they are those of a running server. Rounded
 * integers are no problem here: only the server knows whether it keeps their digits.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
parentPort.on('message', async ({ module, name, text }) => {
  try {
    const [{ listProblems }, exported] = await Promise.all([import(workerData), import(module)]);
    const value = JSON.parse(text);
    const validate = exported[name];
    const found = validate(value) ? [] : validate.errors.filter(({ keyword }) => keyword !== 'exactInteger');
    parentPort.postMessage({ errors: listProblems(found, value).slice(0, 100) });
  } catch (error) {
    parentPort.postMessage({ fault: String(error && error.message) });
  }
});`;

/** Thread that runs generated validators, one call after the other. It is ended when a call takes too long. */
export class ValidatorThread {
  #worker: Worker | undefined;
  #modules = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Validates a value.
   *
   * @param module Code of the module.
   * @param name Name of its export.
   * @param text The value as JSON.
   * @throws ValidatorFault when it fails or takes too long.
   */
  run(module: string, name: string, text: string, timeoutMs: number): Promise<readonly InputError[]> {
    const run = this.#last.then(() => this.#run(module, name, text, timeoutMs));
    this.#last = run.catch(() => {});
    return run;
  }

  /** Ends the thread. The next call starts another one. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#modules = new Set();
    await worker?.terminate();
  }

  async #run(module: string, name: string, text: string, timeoutMs: number): Promise<readonly InputError[]> {
    if (this.#modules.size >= maximalModules) await this.close();
    const address = `data:text/javascript,${encodeURIComponent(module)}`;
    this.#modules.add(address);
    const worker = (this.#worker ??= startWorker());
    // The process ends while the thread waits, but not while somebody waits for the thread.
    worker.ref();
    try {
      const answer = await waitForAnswer(worker, { module: address, name, text }, timeoutMs);
      if (answer.errors === undefined) throw new ValidatorFault(answer.fault ?? 'no answer');
      return answer.errors;
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      worker.unref();
    }
  }
}

function startWorker(): Worker {
  const words = pathToFileURL(path.join(findPackageRoot(), 'dist', 'runtime', 'bundled', 'testing.js')).href;
  const resourceLimits = { maxOldGenerationSizeMb: maximalMegabytes };
  // Options of this process, such as loaders of tests, are not for the thread; nor is the environment.
  return new Worker(program, { eval: true, workerData: words, resourceLimits, execArgv: [], env: {} });
}

function waitForAnswer(worker: Worker, message: object, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => finish(() => reject(new ValidatorFault(reason)));
    const timer = setTimeout(() => fail(`validation took longer than ${timeoutMs} ms`), timeoutMs);
    const succeed = (answer: Answer) => finish(() => resolve(answer));
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
