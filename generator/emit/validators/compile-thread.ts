import { parentPort } from 'node:worker_threads';
import { compileGroups, type CompileRequest } from './compile-groups.js';

// Rejections end the thread with an error, which is the answer then.
parentPort?.once('message', async (request: CompileRequest) => {
  const answer = await compileGroups(request);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer);
});
