import { setTimeout as wait } from 'node:timers/promises';
import type { GenerateOptions, GenerateReport } from '../../generate.js';
import { regenerate } from '../runs/regenerate.js';
import { isGitAtWork } from './git-at-work.js';
import { listWatchedFolders, watchFolders, type FolderWatch } from './watch-folders.js';

/**
 * Generates immediately, and again after each change to a definition, a referenced file or a handler.
 *
 * @param onReport Called after every run.
 * @returns A function that ends the watch, and resolves when no run is in progress.
 */
export function watchDefinitions(
  options: GenerateOptions,
  onReport: (report: GenerateReport) => void,
): () => Promise<void> {
  const { root, definitions, handlers } = options;
  const runs = runSerially(async () => onReport(await generatePatiently(options, watch)));
  const watch = watchFolders(
    () => runs.request(),
    () => isGitAtWork(root),
  );
  watch.set(listWatchedFolders(root, [definitions, handlers], []));
  runs.request();
  return async () => {
    watch.close();
    runs.stop();
    await runs.whenIdle();
  };
}

/** Milliseconds between attempts. */
const pauseMs = 200;
const maxAttempts = 25;

/**
 * Generates unless only handlers have changed. Waits for other processes that generate into the same folder, and
 * restarts if a file changes before anything is written.
 */
export async function generatePatiently(
  options: GenerateOptions,
  watch: Pick<FolderWatch, 'observe'>,
): Promise<GenerateReport> {
  const attempt = (): Promise<GenerateReport> => regenerate({ ...options, isOutdated: watch.observe() });
  let report = await attempt();
  for (let attempts = 1; attempts < maxAttempts && isLocked(report); attempts += 1) {
    await wait(pauseMs);
    report = await attempt();
  }
  return report;
}

function isLocked({ diagnostics }: GenerateReport): boolean {
  return diagnostics.some(({ code }) => code === 'locked');
}

/** Runs of a job that never overlap. */
interface SerialRuns {
  /** Requests a run; during a run, requests one more after it. */
  request(): void;
  /** Resolves when no run is in progress or requested. */
  whenIdle(): Promise<void>;
  /** Prevents further runs. */
  stop(): void;
}

/** @param job Must not throw. */
export function runSerially(job: () => Promise<void>): SerialRuns {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await job();
    }
    running = undefined;
  };
  return {
    request() {
      isWanted = true;
      running ??= run();
    },
    whenIdle: async () => running,
    stop() {
      isWanted = false;
    },
  };
}
