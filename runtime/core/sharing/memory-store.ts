import type { LogEntry, Store } from '../api/store.js';

/** Number of keys at which expired keys are removed. */
const sweepAfter = 1000;

interface Log {
  readonly entries: LogEntry[];
  lastPosition: number;
}

/** Members of a set, with their expiry times; `last` is the latest of them, `first` no later than the earliest. */
class Members extends Map<string, number> {
  first = Infinity;
  last = 0;
}

interface Bucket {
  tokens: number;
  at: number;
}

interface Slot {
  content: string | Log | Members | Bucket;
  /** Expiry time, on the clock of `performance.now`. */
  end: number;
}

/** Store in memory, which several services of the process can share. */
export class MemoryStore implements Store {
  readonly isAvailable = true;
  readonly #slots = new Map<string, Slot>();
  readonly #listeners = new Map<string, Set<(message: string) => void>>();
  #sweepAt = sweepAfter;

  async read(key: string): Promise<string | undefined> {
    const content = this.#find(key)?.content;
    return typeof content === 'string' ? content : undefined;
  }

  async write(key: string, value: string, ttlMs: number): Promise<void> {
    this.#put(key, value, ttlMs);
  }

  async add(key: string, value: string, ttlMs: number): Promise<boolean> {
    if (this.#find(key) !== undefined) return false;
    this.#put(key, value, ttlMs);
    return true;
  }

  async replace(key: string, former: string, value: string, ttlMs: number): Promise<boolean> {
    if (this.#find(key)?.content !== former) return false;
    this.#put(key, value, ttlMs);
    return true;
  }

  async extend(key: string, ttlMs: number): Promise<boolean> {
    const slot = this.#find(key);
    if (slot !== undefined) slot.end = performance.now() + ttlMs;
    return slot !== undefined;
  }

  async remove(key: string): Promise<string | undefined> {
    const content = this.#find(key)?.content;
    this.#slots.delete(key);
    return typeof content === 'string' ? content : undefined;
  }

  async append(key: string, text: string, ttlMs: number, max: number): Promise<number> {
    const log = this.#findLog(key) ?? { entries: [], lastPosition: 0 };
    log.lastPosition += 1;
    log.entries.push({ position: log.lastPosition, text });
    log.entries.splice(0, log.entries.length - max);
    this.#put(key, log, ttlMs);
    return log.lastPosition;
  }

  async readLog(key: string, after: number): Promise<readonly LogEntry[] | undefined> {
    const log = this.#findLog(key);
    if (log === undefined || after > log.lastPosition) return undefined;
    const first = log.lastPosition - log.entries.length;
    return after < first ? undefined : log.entries.slice(after - first);
  }

  async enter(key: string, member: string, ttlMs: number, max: number): Promise<boolean> {
    const members = this.#findMembers(key);
    if (!members.has(member) && members.size >= max) return false;
    const now = performance.now();
    members.set(member, now + ttlMs);
    members.first = Math.min(members.first, now + ttlMs);
    members.last = Math.max(members.last, now + ttlMs);
    this.#put(key, members, members.last - now);
    return true;
  }

  async leave(key: string, member: string): Promise<void> {
    const members = this.#find(key)?.content;
    if (!(members instanceof Members)) return;
    members.delete(member);
    if (members.size === 0) this.#slots.delete(key);
  }

  async members(key: string): Promise<readonly string[]> {
    return [...this.#findMembers(key)].toSorted(([, one], [, other]) => one - other).map(([member]) => member);
  }

  async take(key: string, perSecond: number): Promise<number> {
    const now = performance.now();
    const content = this.#find(key)?.content;
    const { tokens, at } = isBucket(content) ? content : { tokens: perSecond, at: now };
    const filled = Math.min(perSecond, tokens + ((now - at) * perSecond) / 1000);
    const isGranted = filled >= 1;
    this.#put(key, { tokens: isGranted ? filled - 1 : filled, at: now }, 1000);
    return isGranted ? 0 : Math.max(1, Math.ceil(((1 - filled) * 1000) / perSecond));
  }

  async publish(channel: string, message: string): Promise<void> {
    for (const listener of this.#listeners.get(channel) ?? []) listener(message);
  }

  async subscribe(channel: string, listener: (message: string) => void): Promise<() => void> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    // A new function, because the same listener may subscribe twice.
    const subscriber = (message: string): void => listener(message);
    this.#listeners.set(channel, listeners.add(subscriber));
    return () => {
      listeners.delete(subscriber);
      if (listeners.size === 0 && this.#listeners.get(channel) === listeners) this.#listeners.delete(channel);
    };
  }

  async close(): Promise<void> {
    this.#slots.clear();
    this.#listeners.clear();
  }

  #find(key: string): Slot | undefined {
    const slot = this.#slots.get(key);
    return slot !== undefined && slot.end > performance.now() ? slot : undefined;
  }

  #findLog(key: string): Log | undefined {
    const content = this.#find(key)?.content;
    return typeof content === 'object' && 'entries' in content && !(content instanceof Members) ? content : undefined;
  }

  /** The members that have not expired. They are searched only once one of them can have expired. */
  #findMembers(key: string): Members {
    const content = this.#find(key)?.content;
    const members = content instanceof Members ? content : new Members();
    const now = performance.now();
    if (members.first > now) return members;
    members.first = Infinity;
    for (const [member, end] of members) {
      if (end <= now) members.delete(member);
      else members.first = Math.min(members.first, end);
    }
    return members;
  }

  #put(key: string, content: Slot['content'], ttlMs: number): void {
    const now = performance.now();
    this.#slots.set(key, { content, end: now + ttlMs });
    if (this.#slots.size < this.#sweepAt) return;
    for (const [each, { end }] of this.#slots) if (end <= now) this.#slots.delete(each);
    this.#sweepAt = Math.max(sweepAfter, 2 * this.#slots.size);
  }
}

function isBucket(content: Slot['content'] | undefined): content is Bucket {
  return typeof content === 'object' && 'tokens' in content;
}
