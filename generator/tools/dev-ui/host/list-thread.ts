import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { findPackageRoot } from '../../../core/package/find-package-root.js';
import { LimitedThread } from './limited-thread.js';
import type { ListJobs } from './list-jobs.js';

/** Memory limit of the thread in MB. */
const maxMegabytes = 512;

/** Time limit of a job, in milliseconds. */
const jobMs = 10_000;

/** Thread for {@link ListJobs}, so that lists of a hostile server cannot block the page. */
export class ListThread {
  readonly #thread = new LimitedThread(startWorker, 'the work');

  /**
   * Runs a job.
   *
   * @param texts Its arguments as JSON.
   * @throws ThreadFault if it fails or takes longer than `timeoutMs`.
   */
  async run<Job extends keyof ListJobs>(
    job: Job,
    texts: Parameters<ListJobs[Job]>,
    timeoutMs = jobMs,
  ): Promise<Awaited<ReturnType<ListJobs[Job]>>> {
    return (await this.#thread.run({ job, texts }, timeoutMs)) as Awaited<ReturnType<ListJobs[Job]>>;
  }

  /** Ends the thread. The next job starts a new thread. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}

function startWorker(): Worker {
  const program = path.join(findPackageRoot(), 'dist', 'generator', 'bundled', 'run-list-jobs.js');
  return new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: maxMegabytes }, execArgv: [] });
}
