import { loadModule } from './load-module.js';
import type { HostMessage, ScriptJob, ThreadMessage } from './messages.js';
import { ScriptRun } from './run-script.js';
import type { PageCounts } from './script-memory.js';

/** Data that the thread of a script starts with. */
export interface ThreadData {
  readonly engine: WebAssembly.Module;
  readonly job: ScriptJob;
  readonly pages: PageCounts;
}

interface Threads {
  readonly workerData: ThreadData;
  readonly parentPort: {
    postMessage(message: ThreadMessage): void;
    on(event: 'message', listener: (message: HostMessage) => void): void;
  };
}

const { workerData, parentPort } = loadModule('node:worker_threads') as Threads;
const run = ScriptRun.start(workerData, workerData.job, (message) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort.postMessage(message);
});
parentPort.on('message', (message) => void run.then((started) => started.receive(message)));
