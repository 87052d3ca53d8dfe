import { isJsonObject } from '../../wire/json.js';
import type { LogEntry, Store } from '../api/store.js';
import { Feed } from './feed.js';
import { persist } from './persist.js';
import type { Change } from '../service/enabled-entries.js';
import { nodeIdOf } from './node-id.js';
import { perService } from '../service/per-service.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';

/** Time to live of the change log, in milliseconds, and maximum number of changes in it. */
const ttlMs = 60 * 60 * 1000;
const max = 1000;

/** Changes announced by `updated` and `listChanged`, shared by the processes of a server. */
class SharedChanges {
  readonly #service: Service;
  readonly #store: Store;
  readonly #feed: Feed;
  readonly #node: string;
  /** Changes that are not in the store yet, with their numbers. */
  readonly #waiting: { readonly number: number; readonly change: Change }[] = [];
  /** Numbers of changes that were announced here immediately, because the store was unreachable. */
  readonly #announced = new Set<number>();
  #lastNumber = 0;
  #isSending = false;
  #isFollowing = false;
  #position: number | undefined;
  #renewedAt = performance.now();

  constructor(service: Service, store: Store) {
    this.#service = service;
    this.#store = store;
    this.#feed = new Feed(store, 'changes', ttlMs, max);
    this.#node = nodeIdOf(service);
  }

  /** Position of the latest change that was announced here; `undefined` before this process follows the changes. */
  get position(): number | undefined {
    return this.#position;
  }

  /**
   * Announces a change in all processes. This process also announces it only when it comes back from the store: by
   * then, its sessions know about subscriptions that other processes have just confirmed.
   */
  announce(change: Change): void {
    const isAway = !this.#store.isAvailable;
    const isNow = isAway || !this.#isFollowing;
    if (isNow) this.#service.enabled.announceChange(change);
    // After an outage, equal changes are sent once.
    if (isAway && this.#waiting.some((each) => JSON.stringify(each.change) === JSON.stringify(change))) return;
    if (this.#waiting.length >= max) {
      this.#warn('A change will not reach other processes: too many changes are waiting for the store');
      return;
    }
    const number = (this.#lastNumber += 1);
    if (isNow) this.#announced.add(number);
    this.#waiting.push({ number, change });
    if (!this.#isSending) void this.#send();
  }

  /**
   * Announces the changes of all processes in this process. Returns a function that stops this; rejects with a
   * StoreError.
   */
  async follow(): Promise<() => void> {
    const stop = await this.#feed.follow({
      take: (message) => this.#take(message),
      onPosition: (position) => {
        this.#position = position;
      },
      onGap: (hasLost) =>
        hasLost &&
        this.#warn('Changes from other processes were lost: this process was disconnected from the store for too long'),
    });
    this.#isFollowing = true;
    return () => {
      this.#isFollowing = false;
      stop();
    };
  }

  /**
   * Reads the changes after a position, at least up to `position`, the oldest first.
   *
   * @returns `undefined` if not all of them are still known. Rejects with a StoreError.
   */
  async readAfter(after: number): Promise<readonly Change[] | undefined> {
    const found: LogEntry[] = [];
    for (let last = after; last !== this.#position; last = found.at(-1)?.position ?? after) {
      // oxlint-disable-next-line no-await-in-loop -- until no change was announced meanwhile
      const entries = await this.#feed.read(last);
      if (entries === undefined || found.length > max) return undefined;
      if (entries.length === 0) break;
      found.push(...entries);
    }
    return found.flatMap(({ position, text }) => {
      const { change } = parseMessage(text);
      return change === undefined ? [] : [{ ...change, position }];
    });
  }

  /** Renews the time to live of the log, at most once per fifth of it: without changes it would expire. */
  renew(): void {
    const now = performance.now();
    if (now - this.#renewedAt < ttlMs / 5) return;
    this.#renewedAt = now;
    this.#feed.extend().catch(() => {
      this.#renewedAt = -Infinity;
    });
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const text = JSON.stringify({ from: this.#node, ...first });
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await persist(() => this.#feed.send(text));
      this.#waiting.shift();
      // A process that does not follow the changes never receives this one.
      if (!this.#isFollowing) this.#announced.delete(first.number);
    }
    this.#isSending = false;
  }

  #take(message: string): void {
    const { from, number, change } = parseMessage(message);
    if (from === this.#node && this.#announced.delete(number as number)) return;
    if (change === undefined) this.#warn('Ignored an unknown change from another version of this server');
    else this.#service.enabled.announceChange({ ...change, position: this.#position });
  }

  #warn(reason: string): void {
    this.#service.report(formatReport('STORE', reason, 'WARNING'));
  }
}

function parseMessage(text: string): { readonly from?: unknown; readonly number?: unknown; readonly change?: Change } {
  const parsed: unknown = text === '' ? undefined : JSON.parse(text);
  const { from, number, change } = isJsonObject(parsed) ? parsed : {};
  const { uri, list } = isJsonObject(change) ? change : {};
  if (typeof uri === 'string') return { from, number, change: { uri } };
  return list === 'resources' ? { from, number, change: { list } } : { from, number };
}

/** Shared changes of a service; `undefined` without shared stores. */
export const sharedChangesOf = perService((service) =>
  service.stores === undefined ? undefined : new SharedChanges(service, service.stores.shared),
);

/** Announces a change in all processes that share the stores of a service. */
export function announceToAll(service: Service, change: Change): void {
  sharedChangesOf(service)?.announce(change);
}
