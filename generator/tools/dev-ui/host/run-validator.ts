import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { findPackageRoot } from '../../../core/package/find-package-root.js';
import { LimitedThread } from './limited-thread.js';

/** Validation error: the JSON Pointer of the invalid part, and the expectation with the actual value. */
export interface InputError {
  readonly path: string;
  readonly message: string;
}

/** Memory limit of the thread in MB. Imported modules stay in memory. */
const maxMegabytes = 256;
/** Number of modules after which a thread is replaced. */
const maxModules = 500;

/**
 * Code of the thread. Messages come from the published runtime, as in a running server. Rounded integers are not reported, because
 * only the server knows whether it keeps their digits.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
parentPort.on('message', async ({ module, name, text }) => {
  try {
    const [{ listProblems }, exported] = await Promise.all([import(workerData), import(module)]);
    const value = JSON.parse(text);
    const validate = exported[name];
    const found = validate(value) ? [] : validate.errors.filter(({ keyword }) => keyword !== 'exactInteger');
    parentPort.postMessage({ result: listProblems(found, value).slice(0, 100) });
  } catch (error) {
    parentPort.postMessage({ problem: String(error && error.message) });
  }
});`;

/** Thread that runs generated validators, one call at a time. A call that takes too long ends the thread. */
export class ValidatorThread {
  readonly #thread = new LimitedThread(startWorker, 'validation');
  #modules = new Set<string>();

  /**
   * Validates a value.
   *
   * @param module Code of the module.
   * @param name Name of its export.
   * @param text The value as JSON.
   * @throws ThreadFault if it fails or takes too long.
   */
  async run(module: string, name: string, text: string, timeoutMs: number): Promise<readonly InputError[]> {
    if (this.#modules.size >= maxModules) await this.close();
    const address = `data:text/javascript,${encodeURIComponent(module)}`;
    this.#modules.add(address);
    return (await this.#thread.run({ module: address, name, text }, timeoutMs)) as readonly InputError[];
  }

  /** Ends the thread. The next call starts a new thread. */
  async close(): Promise<void> {
    this.#modules = new Set();
    await this.#thread.close();
  }
}

function startWorker(): Worker {
  const words = pathToFileURL(path.join(findPackageRoot(), 'dist', 'runtime', 'bundled', 'testing.js')).href;
  const resourceLimits = { maxOldGenerationSizeMb: maxMegabytes };
  // The thread inherits neither process options, such as test loaders, nor the environment.
  return new Worker(program, { eval: true, workerData: words, resourceLimits, execArgv: [], env: {} });
}
