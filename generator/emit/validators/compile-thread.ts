import { env } from 'node:process';
import { parentPort } from 'node:worker_threads';
import { bundleModule } from './bundle-module.js';
import { compileGroups, type CompileRequest } from './compile-groups.js';
import type { ValidatorFailure } from './validator-failure.js';

/** What the thread says: each module, and in the end what failed. Plain data. */
export type ThreadMessage =
  { readonly position: number; readonly code: string } | { readonly failures: readonly ValidatorFailure[] };

// The environment of a thread is its own. The bundler is a Go program: its garbage is collected less often, which takes
// a quarter of its time and costs 100 MB.
env['GOGC'] ??= '400';

// A rejection ends the thread with an error, which is the answer then.
parentPort?.on('message', async (request: CompileRequest) => {
  send({ failures: await compileGroups(request, (position, code) => send({ position, code })) });
});

// The bundler is a process of its own, which is started by what is bundled first. What fails here fails again there.
void bundleModule('', new Map()).catch(() => {});

function send(message: ThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
