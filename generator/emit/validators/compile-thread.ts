import { parentPort } from 'node:worker_threads';
import { bundleModule } from './bundle-module.js';
import { compileGroups, type CompileRequest } from './compile-groups.js';

parentPort?.on('message', (request: CompileRequest) => {
  void compileGroups(request).then((answer) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(answer);
  });
});

// The bundler is a process of its own, which is started by what is bundled first. What fails here fails again there.
void bundleModule('', new Map()).catch(() => {});
