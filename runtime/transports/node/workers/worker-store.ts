import type { LogEntry, Store } from '../../../core/api/store.js';
import { withResolver, type Resolver } from '../../../wire/promises.js';
import type { PrimaryMessage, StoreMethod, WorkerMessage } from './worker-messages.js';

/** The store that the primary process holds for its workers, as a worker sees it. */
export class WorkerStore implements Store {
  /** The worker ends with the primary process. */
  readonly isAvailable = true;
  readonly #open = new Map<number, Resolver<unknown>>();
  readonly #listeners = new Map<string, Set<(message: string) => void>>();
  readonly #post: (message: WorkerMessage) => void;
  #lastId = 0;

  /** @param post Sends a message to the primary process. */
  constructor(post: (message: WorkerMessage) => void) {
    this.#post = post;
    process.on('message', (message: PrimaryMessage) => this.#receive(message));
  }

  read(key: string): Promise<string | undefined> {
    return this.#ask('read', key);
  }

  write(key: string, value: string, ttlMs: number): Promise<void> {
    return this.#ask('write', key, value, ttlMs);
  }

  add(key: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#ask('add', key, value, ttlMs);
  }

  replace(key: string, former: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#ask('replace', key, former, value, ttlMs);
  }

  extend(key: string, ttlMs: number): Promise<boolean> {
    return this.#ask('extend', key, ttlMs);
  }

  remove(key: string): Promise<string | undefined> {
    return this.#ask('remove', key);
  }

  append(key: string, text: string, ttlMs: number, most: number): Promise<number> {
    return this.#ask('append', key, text, ttlMs, most);
  }

  readLog(key: string, after: number): Promise<readonly LogEntry[] | undefined> {
    return this.#ask('readLog', key, after);
  }

  enter(key: string, member: string, ttlMs: number, most: number): Promise<boolean> {
    return this.#ask('enter', key, member, ttlMs, most);
  }

  leave(key: string, member: string): Promise<void> {
    return this.#ask('leave', key, member);
  }

  members(key: string): Promise<readonly string[]> {
    return this.#ask('members', key);
  }

  take(key: string, perSecond: number): Promise<number> {
    return this.#ask('take', key, perSecond);
  }

  publish(channel: string, message: string): Promise<void> {
    return this.#ask('publish', channel, message);
  }

  async subscribe(channel: string, listener: (message: string) => void): Promise<() => void> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    // A function of its own: the same listener may listen twice.
    const own = (message: string): void => listener(message);
    this.#listeners.set(channel, listeners.add(own));
    await this.#send((id) => ({ listen: channel, id }));
    return () => {
      listeners.delete(own);
      if (listeners.size > 0 || this.#listeners.get(channel) !== listeners) return;
      this.#listeners.delete(channel);
      void this.#send((id) => ({ listen: channel, id, isOver: true }));
    };
  }

  async close(): Promise<void> {}

  #ask<Value>(store: StoreMethod, ...args: readonly (string | number)[]): Promise<Value> {
    return this.#send((id) => ({ store, id, args })) as Promise<Value>;
  }

  #send(make: (id: number) => WorkerMessage): Promise<unknown> {
    const id = (this.#lastId += 1);
    const answer = withResolver<unknown>();
    this.#open.set(id, answer);
    this.#post(make(id));
    return answer.promise;
  }

  #receive(message: PrimaryMessage): void {
    if ('channel' in message) {
      for (const listener of this.#listeners.get(message.channel) ?? []) listener(message.text);
    } else if ('id' in message) {
      const { id, value } = message;
      this.#open.get(id)?.resolve(value);
      this.#open.delete(id);
    }
  }
}
