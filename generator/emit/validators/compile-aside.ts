import { Worker } from 'node:worker_threads';
import type { CompileRequest, DeliverModule } from './compile-groups.js';
import type { ThreadMessage } from './compile-thread.js';
import type { ValidatorFailure } from './validator-failure.js';

/** A thread that waits for its request. */
let prepared: Worker | undefined;

/**
 * Begins the thread of the next {@link compileAside}, where there will be one for sure: it takes a while until the
 * compilers are loaded. A thread that nobody asks for anything keeps no process alive.
 */
export function prepareThread(): void {
  if (!canThread()) return;
  prepared ??= startThread();
  prepared.unref();
}

/**
 * Compiles groups of tools in a thread of its own, while this one goes on. It takes as long as all the rest does, and
 * the compilers are only loaded when there is something to compile.
 *
 * @returns All failures.
 * @throws {Error} What the compilation threw.
 */
export async function compileAside(
  request: CompileRequest,
  deliver: DeliverModule,
): Promise<readonly ValidatorFailure[]> {
  if (!canThread()) return compileHere(request, deliver);
  const worker = prepared ?? startThread();
  prepared = undefined;
  worker.ref();
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ThreadMessage) => {
      if ('failures' in message) resolve(message.failures);
      else deliver(message.position, message.code);
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that compiles validators ended before it was done.')));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(request);
  });
}

/** Threads load no TypeScript: where the sources are run, there is none. */
function canThread(): boolean {
  return import.meta.url.endsWith('.js');
}

function startThread(): Worker {
  return new Worker(new URL('./compile-thread.js', import.meta.url));
}

async function compileHere(request: CompileRequest, deliver: DeliverModule): Promise<readonly ValidatorFailure[]> {
  const { compileGroups } = await import('./compile-groups.js');
  return compileGroups(request, deliver);
}
