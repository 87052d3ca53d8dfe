import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CompileRequest, DeliverModule } from './compile-groups.js';
import type { ThreadMessage } from './compile-thread.js';
import type { ValidatorFailure } from './validator-failure.js';

/** A thread that has nothing to do. It keeps no process alive. */
let spare: Worker | undefined;

/** Threads load no TypeScript: where the sources are run, there are none. */
const hasThreads = import.meta.url.endsWith('.js');

/**
 * Has the compilers loaded in a thread of their own by the time they are needed. It takes as long to load them as to
 * find out what there is to compile.
 */
export function prepareCompilers(): void {
  if (hasThreads) spare ??= startThread();
}

/**
 * Compiles groups of tools in a thread of its own, while this one goes on. It takes as long as all the rest does. The
 * thread stays, for the next time.
 *
 * @returns All failures.
 * @throws {Error} What the compilation threw.
 */
export async function compileAside(
  request: CompileRequest,
  deliver: DeliverModule,
): Promise<readonly ValidatorFailure[]> {
  if (!hasThreads) return compileHere(request, deliver);
  const thread = spare ?? startThread();
  spare = undefined;
  thread.ref();
  const settled = new AbortController();
  const ended = once(thread, 'exit', { signal: settled.signal }).then(() => {
    throw new Error('The thread that compiles validators ended before it was done.');
  });
  const answered = new Promise<readonly ValidatorFailure[]>((resolve) => {
    thread.on('message', (message: ThreadMessage) => {
      if ('failures' in message) resolve(message.failures);
      else deliver(message.position, message.code);
    });
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(request);
  const failures = await Promise.race([answered, ended]);
  settled.abort();
  thread.removeAllListeners('message');
  thread.unref();
  spare = thread;
  return failures;
}

function startThread(): Worker {
  const thread = new Worker(new URL('./compile-thread.js', import.meta.url), {
    // What is compiled is short-lived, and much: a small nursery would be cleared all the time.
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  // Whoever waits for an answer is told; nobody else has to care.
  const forget = (): void => {
    if (spare === thread) spare = undefined;
  };
  thread.on('error', forget).on('exit', forget);
  thread.unref();
  return thread;
}

async function compileHere(request: CompileRequest, deliver: DeliverModule): Promise<readonly ValidatorFailure[]> {
  const { compileGroups } = await import('./compile-groups.js');
  return compileGroups(request, deliver);
}
