import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CompiledModules, CompileRequest } from './compile-modules.js';

/** An idle compile thread, kept for the next compilation. It does not keep the process alive. */
let idle: Worker | undefined;

/** Threads load no TypeScript: when the sources are run, the main thread compiles. */
const hasThreads = import.meta.url.endsWith('.js');

/** Starts a thread that loads the compilers, which takes about as long as reading the definitions. */
export function prepareCompilers(): void {
  if (hasThreads) idle ??= startThread();
}

/**
 * Compiles modules in a thread, so that the main thread can emit the other files meanwhile.
 *
 * @throws {Error} What the compilation threw.
 */
export async function compileAside(request: CompileRequest): Promise<CompiledModules> {
  if (!hasThreads) return (await import('./compile-modules.js')).compileModules(request);
  const thread = idle ?? startThread();
  idle = undefined;
  thread.ref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(request);
  const [compiled] = (await once(thread, 'message')) as [CompiledModules];
  thread.unref();
  idle = thread;
  return compiled;
}

function startThread(): Worker {
  const thread = new Worker(new URL('./compile-thread.js', import.meta.url), {
    // Compiling makes much short-lived garbage, which a larger young generation collects less often.
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  // `once` reports an error to the compilation that waits; a thread that failed before is not used again.
  thread.on('error', () => {
    if (idle === thread) idle = undefined;
  });
  thread.unref();
  return thread;
}
