import { StoreError } from '../../../core/api/store.js';
import { isBusy } from './open-database.js';

/** Longest pause between two tries, in milliseconds. The first ones are shorter, and all are random: several processes may wait. */
const maxPauseMs = 8;
/** Milliseconds after which work is given up that waits for one lock. */
const waitMs = 500;
/** Tries before work is given up, however long they took: a process that was suspended has not really tried. */
const minTries = 20;
/** Milliseconds after which work is given up that always finds another lock, because many processes write. */
const maxWaitMs = 5000;
/** Milliseconds between two tries to use the file, once work was given up. */
const probeMs = 250;
/** Milliseconds for which work that has waited runs in one piece, before other requests have their turn. */
const pieceMs = 10;

/** Callbacks of a queue to its store. */
export interface BusyQueueEvents {
  /** Checks that the file can be used. Throws the error of SQLite when it cannot. */
  readonly probe: () => void;
  /** A value that changes when another process has changed the file. Throws the error of SQLite when it cannot be read. */
  readonly readVersion: () => unknown;
  /** The file was locked for so long that work was given up. */
  readonly onLocked: () => void;
  /** The file can be used again. */
  readonly onFree: () => void;
  /** The file is not locked any more, but cannot be used for another reason. */
  readonly onBroken: (error: unknown) => void;
}

interface Waiting {
  /** When the work came, by `performance.now`. */
  readonly since: number;
  /** Returns false while the file is locked. */
  readonly attempt: () => boolean;
  readonly reject: (error: StoreError) => void;
}

/**
 * Work on a file that other processes may lock. SQLite would block the whole process while it waits for a lock, so it does not wait:
 * work that finds the file locked is repeated, in its order, and given up when one process holds the lock for half a second. From then on
 * work fails at once, until the file can be used again.
 */
export class BusyQueue {
  readonly #events: BusyQueueEvents;
  readonly #waiting: Waiting[] = [];
  /** Since when no other process has changed the file; `undefined` when work has just succeeded. */
  #stalled: { readonly since: number; readonly version: unknown } | undefined;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #probing: ReturnType<typeof setInterval> | undefined;

  constructor(events: BusyQueueEvents) {
    this.#events = events;
  }

  /** True once work was given up, until the file can be used again. */
  get isLocked(): boolean {
    return this.#probing !== undefined;
  }

  /**
   * Runs work, at once if possible.
   *
   * @param work Repeatable until it has succeeded.
   * @param isRead The work need not wait for other work: it changes nothing.
   * @returns Rejects with a StoreError when the file is locked for too long, and with any other error of the work at once.
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
      // What came before goes on first, also when this was called by it.
      if (size > 1) return;
      this.#stalled = undefined;
      this.#tries = 0;
      this.#timer = setTimeout(() => this.#retry(), pauseAfter(0));
    });
  }

  /** Gives up what waits. */
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
    // On its own it does not keep the process running.
    this.#probing.unref();
    this.#events.onLocked();
  }

  #readVersion(): unknown {
    try {
      return this.#events.readVersion();
    } catch {
      // Not even that can be read while the file is locked.
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
