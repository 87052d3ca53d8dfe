import { vi } from 'vitest';
import { StoreError, type LogEntry, type Store } from '../../runtime/index.js';

interface Subscription {
  readonly channel: string;
  readonly listener: (message: string) => void;
  readonly onGap: (() => void) | undefined;
}

/** The connection of one process to a store, which a test can cut and restore. */
export class CutStore implements Store {
  readonly #store: Store;
  readonly #subscriptions = new Set<Subscription>();
  readonly #commands: string[] = [];
  #isCut = false;
  #held: { readonly prefix: string; readonly released: Promise<void> } | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  get isAvailable(): boolean {
    return !this.#isCut && this.#store.isAvailable;
  }

  /** Channels that are listened to. */
  get channels(): readonly string[] {
    return [...this.#subscriptions].map(({ channel }) => channel);
  }

  /** Commands since the last look. */
  takeCommands(): readonly string[] {
    return this.#commands.splice(0);
  }

  /** Resolves when a command that begins so has come since the last look. */
  async untilCommand(prefix: string): Promise<void> {
    await vi.waitUntil(() => this.takeCommands().some((command) => command.startsWith(prefix)), {
      timeout: 30_000,
      interval: 1,
    });
  }

  /** From now on nothing reaches the store, and no message comes from it. */
  cut(): void {
    this.#isCut = true;
  }

  /** From now on commands that begin so wait. Returns a function that lets them go on. */
  hold(prefix = ''): () => void {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    this.#held = { prefix, released };
    return () => {
      this.#held = undefined;
      release();
    };
  }

  restore(): void {
    this.#isCut = false;
    for (const { onGap } of this.#subscriptions) onGap?.();
  }

  read(key: string): Promise<string | undefined> {
    return this.#run(`read ${key}`, () => this.#store.read(key));
  }

  write(key: string, value: string, ttlMs: number): Promise<void> {
    return this.#run(`write ${key}`, () => this.#store.write(key, value, ttlMs));
  }

  add(key: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#run(`add ${key}`, () => this.#store.add(key, value, ttlMs));
  }

  replace(key: string, former: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#run(`replace ${key}`, () => this.#store.replace(key, former, value, ttlMs));
  }

  extend(key: string, ttlMs: number): Promise<boolean> {
    return this.#run(`extend ${key}`, () => this.#store.extend(key, ttlMs));
  }

  remove(key: string): Promise<string | undefined> {
    return this.#run(`remove ${key}`, () => this.#store.remove(key));
  }

  append(key: string, text: string, ttlMs: number, most: number): Promise<number> {
    return this.#run(`append ${key}`, () => this.#store.append(key, text, ttlMs, most));
  }

  readLog(key: string, after: number): Promise<readonly LogEntry[] | undefined> {
    return this.#run(`readLog ${key}`, () => this.#store.readLog(key, after));
  }

  enter(key: string, member: string, ttlMs: number, most: number): Promise<boolean> {
    return this.#run(`enter ${key}`, () => this.#store.enter(key, member, ttlMs, most));
  }

  leave(key: string, member: string): Promise<void> {
    return this.#run(`leave ${key}`, () => this.#store.leave(key, member));
  }

  members(key: string): Promise<readonly string[]> {
    return this.#run(`members ${key}`, () => this.#store.members(key));
  }

  take(key: string, perSecond: number): Promise<number> {
    return this.#run(`take ${key}`, () => this.#store.take(key, perSecond));
  }

  publish(channel: string, message: string): Promise<void> {
    return this.#run(`publish ${channel}`, () => this.#store.publish(channel, message));
  }

  async subscribe(channel: string, listener: (message: string) => void, onGap?: () => void): Promise<() => void> {
    const subscription: Subscription = { channel, listener, onGap };
    const hear = (message: string): void => {
      if (!this.#isCut) listener(message);
    };
    const stop = await this.#run(`subscribe ${channel}`, () => this.#store.subscribe(channel, hear, onGap));
    this.#subscriptions.add(subscription);
    return () => {
      this.#subscriptions.delete(subscription);
      stop();
    };
  }

  async close(): Promise<void> {}

  async #run<Result>(command: string, work: () => Promise<Result>): Promise<Result> {
    this.#commands.push(command);
    // As over a network: no answer comes in the turn of its command.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#held !== undefined && command.startsWith(this.#held.prefix)) await this.#held.released;
    if (this.#isCut) throw new StoreError('The store cannot be reached');
    const result = await work();
    if (this.#isCut) throw new StoreError('The store cannot be reached');
    return result;
  }
}
