import { parentPort, workerData } from 'node:worker_threads';
import { compileGroups, type CompileRequest } from './compile-groups.js';

const answer = await compileGroups(workerData as CompileRequest);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(answer);
