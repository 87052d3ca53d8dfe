import { StoreError } from '../../../core/api/store.js';
import { isBusy } from './open-database.js';

/**
 * Maximum pause between attempts, in milliseconds. The first pauses are shorter, and all are randomized because several
 * processes may wait.
 */
const maxPauseMs = 8;
/** Time in milliseconds after which work that waits for one lock is rejected. */
const waitMs = 500;
/**
 * Minimum number of attempts before work is rejected, because the process may have been suspended, without making any
 * attempts, for most of the time.
 */
const minTries = 20;
/** Time in milliseconds after which work is rejected if many processes are writing, so that it finds a different lock each time. */
const maxWaitMs = 5000;
/** Interval between probes of the file after work was rejected, in milliseconds. */
const probeMs = 250;
/** Time for which queued work runs before it yields to other requests, in milliseconds. */
const pieceMs = 10;

/** Callbacks from a queue to its store. */
export interface BusyQueueEvents {
  /** Checks that the file is usable. Throws the SQLite error otherwise. */
  readonly probe: () => void;
  /**
   * Returns a value that changes when another process changes the file. Throws the SQLite error if it cannot be read.
   */
  readonly readVersion: () => unknown;
  /** Called when the file was locked for so long that work was rejected. */
  readonly onLocked: () => void;
  /** Called when the file is usable again. */
  readonly onFree: () => void;
  /** Called when the file is no longer locked, but cannot be used for another reason. */
  readonly onBroken: (error: unknown) => void;
}

interface Waiting {
  /** Time at which the work was queued, by `performance.now`. */
  readonly since: number;
  /** Runs the work. Returns `false` if the file is locked. */
  readonly attempt: () => boolean;
  readonly reject: (error: StoreError) => void;
}

/**
 * Queue of work on a file that other processes may lock. SQLite would block the whole process while waiting for a lock,
 * so it is configured not to wait. Work that finds the file locked is retried in order, and rejected when one process
 * holds
 * the lock for half a second. From then on, work fails immediately until the file can be used again.
 */
export class BusyQueue {
  readonly #events: BusyQueueEvents;
  readonly #waiting: Waiting[] = [];
  /** Time since which no other process has changed the file; `undefined` if work has just succeeded. */
  #stalled: { readonly since: number; readonly version: unknown } | undefined;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #probing: ReturnType<typeof setInterval> | undefined;

  constructor(events: BusyQueueEvents) {
    this.#events = events;
  }

  /** Whether work was rejected and the file is still locked. */
  get isLocked(): boolean {
    return this.#probing !== undefined;
  }

  /**
   * Runs work, immediately if possible.
   *
   * @param work Work that can safely be repeated until it succeeds.
   * @param isRead Whether the work is read-only, so that it does not wait for other work.
   * @returns Rejects with a StoreError if the file is locked for too long, and immediately with any other error of the
   *   work.
   */
  run<Result>(work: () => Result, isRead = false): Promise<Result> {
    return new Promise((resolve, reject) => {
      const attempt = (): boolean => {
        try {
          resolve(work());
        } catch (error) {
          if (isBusy(error)) return false;
          reject(error as Error);
        }
        return true;
      };
      const isNext = isRead || this.#waiting.length === 0;
      if (this.isLocked && !(isNext && this.#probe())) return reject(lockedError());
      if (isNext && attempt()) return;
      const size = this.#waiting.push({ since: performance.now(), attempt, reject });
      // Earlier work is retried first, even if it made this call.
      if (size > 1) return;
      this.#stalled = undefined;
      this.#tries = 0;
      this.#timer = setTimeout(() => this.#retry(), pauseAfter(0));
    });
  }

  /** Rejects pending work. */
  close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#probing);
    this.#timer = undefined;
    this.#probing = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(new StoreError('The store is not open'));
  }

  #retry(): void {
    this.#timer = undefined;
    const end = performance.now() + pieceMs;
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (!first.attempt()) {
        this.#tries += 1;
        this.#rejectPending();
        break;
      }
      this.#stalled = undefined;
      this.#tries = 0;
      this.#waiting.shift();
      if (performance.now() > end) break;
    }
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#retry(), pauseAfter(this.#tries));
  }

  #rejectPending(): void {
    const now = performance.now();
    this.#stalled ??= { since: now, version: this.#readVersion() };
    if (this.#tries < minTries || now - this.#stalled.since < waitMs) return;
    const version = this.#readVersion();
    const isStalled = version === this.#stalled.version;
    if (!isStalled) this.#stalled = { since: now, version };
    const latest = now - (isStalled ? waitMs : maxWaitMs);
    const kept = this.#waiting.findIndex(({ since }) => since > latest);
    const late = this.#waiting.splice(0, kept === -1 ? this.#waiting.length : kept);
    for (const { reject } of late) reject(lockedError());
    if (late.length === 0 || this.isLocked) return;
    this.#probing = setInterval(() => this.#probe(), probeMs);
    // It must not keep the process running.
    this.#probing.unref();
    this.#events.onLocked();
  }

  #readVersion(): unknown {
    try {
      return this.#events.readVersion();
    } catch {
      // Even the version cannot be read while the file is locked.
      return undefined;
    }
  }

  /** Returns whether the file can be used again. */
  #probe(): boolean {
    try {
      this.#events.probe();
    } catch (error) {
      if (!isBusy(error)) this.#events.onBroken(error);
      return false;
    }
    clearInterval(this.#probing);
    this.#probing = undefined;
    this.#events.onFree();
    return true;
  }
}

function pauseAfter(tries: number): number {
  return Math.min(maxPauseMs, 2 ** tries) * (0.5 + Math.random());
}

function lockedError(): StoreError {
  return new StoreError('The store is locked by another process');
}
