import { parentPort } from 'node:worker_threads';
import { listJobs, type ListJobs } from './list-jobs.js';

/** Message to the thread. */
interface JobMessage {
  readonly job: keyof ListJobs;
  readonly texts: readonly string[];
}

parentPort?.on('message', ({ job, texts }: JobMessage) => {
  const run = listJobs[job] as (...texts: readonly string[]) => unknown;
  Promise.resolve(texts)
    .then((all) => run(...all))
    .then(
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
      (result) => parentPort?.postMessage({ result }),
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      (error: Error) => parentPort?.postMessage({ problem: error.message }),
    );
});
