import { env } from 'node:process';
import { parentPort } from 'node:worker_threads';
import { bundleModule } from './bundle-module.js';
import { compileModules, type CompileRequest } from './compile-modules.js';

// esbuild is a Go program: collecting its garbage less often saves a quarter of its time and costs 100 MB. The environment
// of a thread is its own.
env['GOGC'] ??= '400';

// A rejection ends the thread with an error, which `compileAside` throws.
parentPort?.on('message', async (request: CompileRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await compileModules(request));
});

// Starts esbuild's process early. An error here comes again with the first module.
void bundleModule('', new Map()).catch(() => {});
