import { isJsonObject } from '../../wire/json.js';
import type { Store } from '../api/store.js';
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

  constructor(service: Service, store: Store) {
    this.#service = service;
    this.#store = store;
    this.#feed = new Feed(store, 'changes', ttlMs, max);
    this.#node = nodeIdOf(service);
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
    const parsed: unknown = JSON.parse(message);
    const { from, number, change } = isJsonObject(parsed) ? parsed : {};
    if (from === this.#node && this.#announced.delete(number as number)) return;
    if (!isJsonObject(change)) return;
    const { uri, list } = change;
    if (typeof uri === 'string') this.#service.enabled.announceChange({ uri });
    else if (list === 'resources') this.#service.enabled.announceChange({ list });
    else this.#warn('Ignored an unknown change from another version of this server');
  }

  #warn(reason: string): void {
    this.#service.report(formatReport('STORE', reason, 'WARNING'));
  }
}

/** Shared changes of a service; `undefined` without shared stores. */
export const sharedChangesOf = perService((service) =>
  service.stores === undefined ? undefined : new SharedChanges(service, service.stores.shared),
);

/** Announces a change in all processes that share the stores of a service. */
export function announceToAll(service: Service, change: Change): void {
  sharedChangesOf(service)?.announce(change);
}
