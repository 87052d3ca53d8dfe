import type { LogEntry, Store } from '../../../core/api/store.js';
import { withResolver, type Resolver } from '../../../wire/promises.js';
import type { PrimaryMessage, StoreMethod, WorkerMessage } from './worker-messages.js';

/** Client of the store that the primary process holds for its workers. */
export class WorkerStore implements Store {
  /** Always available, because the worker ends with the primary process. */
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
    return this.#call('read', key);
  }

  write(key: string, value: string, ttlMs: number): Promise<void> {
    return this.#call('write', key, value, ttlMs);
  }

  add(key: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#call('add', key, value, ttlMs);
  }

  replace(key: string, former: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#call('replace', key, former, value, ttlMs);
  }

  extend(key: string, ttlMs: number): Promise<boolean> {
    return this.#call('extend', key, ttlMs);
  }

  remove(key: string): Promise<string | undefined> {
    return this.#call('remove', key);
  }

  append(key: string, text: string, ttlMs: number, max: number): Promise<number> {
    return this.#call('append', key, text, ttlMs, max);
  }

  readLog(key: string, after: number): Promise<readonly LogEntry[] | undefined> {
    return this.#call('readLog', key, after);
  }

  enter(key: string, member: string, ttlMs: number, max: number): Promise<boolean> {
    return this.#call('enter', key, member, ttlMs, max);
  }

  leave(key: string, member: string): Promise<void> {
    return this.#call('leave', key, member);
  }

  members(key: string): Promise<readonly string[]> {
    return this.#call('members', key);
  }

  take(key: string, perSecond: number): Promise<number> {
    return this.#call('take', key, perSecond);
  }

  publish(channel: string, message: string): Promise<void> {
    return this.#call('publish', channel, message);
  }

  async subscribe(channel: string, listener: (message: string) => void): Promise<() => void> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    // A new function, because the same listener may subscribe twice.
    const entry = (message: string): void => listener(message);
    this.#listeners.set(channel, listeners.add(entry));
    await this.#send((id) => ({ listen: channel, id }));
    return () => {
      listeners.delete(entry);
      if (listeners.size > 0 || this.#listeners.get(channel) !== listeners) return;
      this.#listeners.delete(channel);
      void this.#send((id) => ({ listen: channel, id, isOver: true }));
    };
  }

  async close(): Promise<void> {}

  #call<Value>(store: StoreMethod, ...args: readonly (string | number)[]): Promise<Value> {
    return this.#send((id) => ({ store, id, args })) as Promise<Value>;
  }

  #send(make: (id: number) => WorkerMessage): Promise<unknown> {
    const id = (this.#lastId += 1);
    const resolver = withResolver<unknown>();
    this.#open.set(id, resolver);
    this.#post(make(id));
    return resolver.promise;
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
