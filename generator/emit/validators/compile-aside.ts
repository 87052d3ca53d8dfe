import { Worker } from 'node:worker_threads';
import type { CompileAnswer, CompileRequest } from './compile-groups.js';

/**
 * Compiles groups of tools in a thread of its own, while this one goes on. It takes as long as all the rest does, and
 * the compilers are only loaded when there is something to compile.
 *
 * @throws {Error} What the compilation threw.
 */
export async function compileAside(request: CompileRequest): Promise<CompileAnswer> {
  if (!import.meta.url.endsWith('.js')) return compileHere(request);
  const env = { ...process.env, ...bundlerEnvironment };
  const worker = new Worker(new URL('./compile-thread.js', import.meta.url), { workerData: request, env });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that compiles validators ended before it was done.')));
  });
}

/** The bundler is a Go program: its garbage is collected less often, which takes a quarter of its time and costs 100 MB. */
const bundlerEnvironment = { GOGC: '400' };

/** Threads load no TypeScript: where the sources are run, there is none. */
async function compileHere(request: CompileRequest): Promise<CompileAnswer> {
  const { compileGroups } = await import('./compile-groups.js');
  return compileGroups(request);
}
