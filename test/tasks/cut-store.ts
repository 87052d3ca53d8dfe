import { StoreError, type LogEntry, type Store } from '../../runtime/core/api/store.js';

/**
 * The connection of one process to a store, which a test cuts: the process cannot reach the store any more, and hears nothing of it.
 * To the others it looks like a process that is dead.
 */
export class CutStore implements Store {
  readonly #store: Store;
  readonly #gaps = new Set<() => void>();
  isAvailable = true;
  /** Number of calls so far. */
  calls = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  cut(): void {
    this.isAvailable = false;
  }

  join(): void {
    this.isAvailable = true;
    for (const onGap of this.#gaps) onGap();
  }

  async #use<Result>(call: (store: Store) => Promise<Result>): Promise<Result> {
    this.calls += 1;
    if (!this.isAvailable) throw new StoreError('The store is away');
    return call(this.#store);
  }

  read = (key: string): Promise<string | undefined> => this.#use((store) => store.read(key));
  write = (key: string, value: string, ttlMs: number): Promise<void> =>
    this.#use((store) => store.write(key, value, ttlMs));
  add = (key: string, value: string, ttlMs: number): Promise<boolean> =>
    this.#use((store) => store.add(key, value, ttlMs));
  replace = (key: string, former: string, value: string, ttlMs: number): Promise<boolean> =>
    this.#use((store) => store.replace(key, former, value, ttlMs));
  extend = (key: string, ttlMs: number): Promise<boolean> => this.#use((store) => store.extend(key, ttlMs));
  remove = (key: string): Promise<string | undefined> => this.#use((store) => store.remove(key));
  append = (key: string, text: string, ttlMs: number, most: number): Promise<number> =>
    this.#use((store) => store.append(key, text, ttlMs, most));
  readLog = (key: string, after: number): Promise<readonly LogEntry[] | undefined> =>
    this.#use((store) => store.readLog(key, after));
  enter = (key: string, member: string, ttlMs: number, most: number): Promise<boolean> =>
    this.#use((store) => store.enter(key, member, ttlMs, most));
  leave = (key: string, member: string): Promise<void> => this.#use((store) => store.leave(key, member));
  members = (key: string): Promise<readonly string[]> => this.#use((store) => store.members(key));
  take = (key: string, perSecond: number): Promise<number> => this.#use((store) => store.take(key, perSecond));
  publish = (channel: string, message: string): Promise<void> => this.#use((store) => store.publish(channel, message));
  subscribe = (channel: string, listener: (message: string) => void, onGap = (): void => {}): Promise<() => void> =>
    this.#use(async (store) => {
      const stop = await store.subscribe(channel, (message) => this.isAvailable && listener(message), onGap);
      this.#gaps.add(onGap);
      return () => {
        this.#gaps.delete(onGap);
        stop();
      };
    });

  close(): Promise<void> {
    return this.#store.close();
  }
}
