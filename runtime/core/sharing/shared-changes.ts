import { isJsonObject } from '../../wire/json.js';
import type { Store } from '../api/store.js';
import { Feed } from './feed.js';
import { persist } from './persist.js';
import type { Change } from '../service/enabled-entries.js';
import { nodeIdOf } from './node-id.js';
import { perService } from '../service/per-service.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';

/** Time to live of the change log in milliseconds: positions restart if it expires. Maximum number of changes in it. */
const ttlMs = 30 * 24 * 60 * 60 * 1000;
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
  /** The latest changes, by position: all after `#knownSince`. */
  #recent = new Map<number, Change>();
  #knownSince = 0;

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
      onPosition: (position) => this.#moveTo(position),
      onGap: (hasLost) => hasLost && this.#announceAll(),
    });
    await this.#loadRecent();
    this.#isFollowing = true;
    return () => {
      this.#isFollowing = false;
      stop();
    };
  }

  /** Whether the log has reached a position: not if the store has lost it. Rejects with a StoreError. */
  async has(position: number): Promise<boolean> {
    // A change that other processes already know comes later.
    return position <= (this.#position ?? 0) || (await this.#feed.read(position)) !== undefined;
  }

  /**
   * Lists the changes after a position that were announced here or before this process began, the oldest first.
   * Returns `undefined` if not all of them are known.
   */
  listAfter(after: number): readonly Change[] | undefined {
    if (after < this.#knownSince) return undefined;
    return [...this.#recent.values()].filter(({ position = 0 }) => position > after);
  }

  #moveTo(position: number): void {
    if (position !== (this.#position ?? 0) + 1) {
      this.#recent.clear();
      this.#knownSince = position;
    }
    this.#position = position;
  }

  /** Remembers a change for clients that come back. */
  #remember(change: Change): Change {
    const { position = 0 } = change;
    this.#recent.set(position, change);
    const [oldest = 0] = this.#recent.size > max ? this.#recent.keys() : [];
    if (this.#recent.delete(oldest)) this.#knownSince = oldest;
    return change;
  }

  /** Reads changes from before this process began, for clients of processes that have ended. */
  async #loadRecent(): Promise<void> {
    const known = this.#knownSince;
    // A few fewer than the log has, because it may grow meanwhile.
    const start = Math.max(0, known - max / 2);
    const entries = await this.#feed.read(start).catch(() => undefined);
    if (entries === undefined || known !== this.#knownSince) return;
    const earlier = entries.flatMap(({ position, text }): [number, Change][] => {
      const { change } = parseMessage(text);
      return change === undefined || position > known ? [] : [[position, { ...change, position }]];
    });
    this.#recent = new Map([...earlier, ...this.#recent]);
    this.#knownSince = start;
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
    const known = change && this.#remember({ ...change, position: this.#position });
    if (from === this.#node && this.#announced.delete(number as number)) return;
    if (known === undefined) this.#warn('Ignored an unknown change from another version of this server');
    else this.#service.enabled.announceChange(known);
  }

  /** Announces that everything may have changed. */
  #announceAll(): void {
    this.#warn('Changes from other processes were lost: this process was disconnected from the store for too long');
    for (const change of listEverything(this.#service)) this.#service.enabled.announceChange(change);
  }

  #warn(reason: string): void {
    this.#service.report(formatReport('STORE', reason, 'WARNING'));
  }
}

/** Lists the changes that tell clients that everything may have changed. */
export function listEverything({ definition }: Service): readonly Change[] {
  const { listChanged = [] } = definition.capabilities;
  return [...listChanged.map((list) => ({ list })), { uri: undefined }];
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
