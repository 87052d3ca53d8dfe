import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CompileAnswer, CompileRequest } from './compile-groups.js';

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
 * @throws {Error} What the compilation threw.
 */
export async function compileAside(request: CompileRequest): Promise<CompileAnswer> {
  if (!hasThreads) return compileHere(request);
  const thread = spare ?? startThread();
  spare = undefined;
  thread.ref();
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(thread, 'exit', { signal }).then(() => {
    throw new Error('The thread that compiles validators ended before it was done.');
  });
  const answered = once(thread, 'message', { signal }).then(([answer]) => answer as CompileAnswer);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(request);
  const answer = await Promise.race([answered, ended]);
  settled.abort();
  thread.unref();
  spare = thread;
  return answer;
}

function startThread(): Worker {
  const thread = new Worker(new URL('./compile-thread.js', import.meta.url), {
    // What is compiled is short-lived, and much: a small nursery would be cleared all the time.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  // Whoever waits for an answer is told; nobody else has to care.
  const forget = (): void => {
    if (spare === thread) spare = undefined;
  };
  thread.on('error', forget).on('exit', forget);
  thread.unref();
  return thread;
}

async function compileHere(request: CompileRequest): Promise<CompileAnswer> {
  const { compileGroups } = await import('./compile-groups.js');
  return compileGroups(request);
}
