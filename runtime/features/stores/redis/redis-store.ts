import { StoreError, type LogEntry, type StoreHost } from '../../../core/api/store.js';
import { messageOf } from '../../../wire/protocol-error.js';
import type { OpenableStore } from '../../../core/sharing/open-once.js';
import type { LinkEvents, Part, RedisLink } from './connect.js';
import { describeRedisError } from './describe-error.js';
import { openLink } from './open-link.js';
import type { RedisOptions } from './redis-options.js';
import { scripts } from './scripts.js';

/** Timeout of a command, in milliseconds. */
const responseTimeoutMs = 5000;

/** Lifetime of a set of delayed members, in milliseconds; longer than a task's time to live. */
const delayedMs = 30 * 24 * 60 * 60 * 1000;

const unreachable = 'The store cannot be reached';

type Script = keyof typeof scripts;

/** A store in Redis or Valkey. Every method is one command on one key, so that it also works in a cluster. */
export class RedisStore implements OpenableStore {
  readonly #options: RedisOptions;
  /** Parts of the connection that are broken, with the reasons. */
  readonly #broken = new Map<Part, string>();
  readonly #gapListeners = new Set<() => void>();
  readonly #digests = new Map<Script, string>();
  #link: RedisLink | undefined;
  #prefix = '';
  #place = '';
  #report: StoreHost['report'] = () => {};

  constructor(options: RedisOptions) {
    this.#options = options;
  }

  get isAvailable(): boolean {
    return this.#link !== undefined && this.#broken.size === 0;
  }

  /**
   * Whether the store is connected to a cluster.
   *
   * @throws StoreError before the store is open.
   */
  get isCluster(): boolean {
    if (this.#link === undefined) throw new StoreError('The connection to Redis is not open');
    return !this.#link.isSingle;
  }

  /** Connects. Waits as specified in {@link RedisOptions}. */
  async open(host: StoreHost): Promise<void> {
    const events: LinkEvents = {
      onDown: (part, error) => this.#onDown(part, describeRedisError(error)),
      onUp: (part) => this.#onUp(part),
      onGap: () => {
        for (const listener of this.#gapListeners) listener();
      },
    };
    this.#report = host.report;
    this.#prefix = `mcp:${encodeURIComponent(this.#options.namespace ?? host.name)}:`;
    for (const [name, text] of Object.entries(scripts)) this.#digests.set(name as Script, await digest(text));
    const { link, place } = await openLink(this.#options, host, events);
    this.#place = place;
    this.#link = link;
  }

  async read(key: string): Promise<string | undefined> {
    return textOf(await this.#send(key, (name) => ['GET', name]));
  }

  async write(key: string, value: string, ttlMs: number): Promise<void> {
    await this.#send(key, (name) => ['SET', name, value, 'PX', timeOf(ttlMs)]);
  }

  async add(key: string, value: string, ttlMs: number): Promise<boolean> {
    return (await this.#send(key, (name) => ['SET', name, value, 'NX', 'PX', timeOf(ttlMs)])) !== null;
  }

  async replace(key: string, former: string, value: string, ttlMs: number): Promise<boolean> {
    return (await this.#run('replace', key, [former, value, timeOf(ttlMs)])) === 1;
  }

  async extend(key: string, ttlMs: number): Promise<boolean> {
    return (await this.#send(key, (name) => ['PEXPIRE', name, timeOf(ttlMs)])) === 1;
  }

  async remove(key: string): Promise<string | undefined> {
    return textOf(await this.#run('remove', key, []));
  }

  async append(key: string, text: string, ttlMs: number, max: number): Promise<number> {
    return Number(await this.#run('append', key, [text, timeOf(ttlMs), String(max)]));
  }

  async readLog(key: string, after: number): Promise<readonly LogEntry[] | undefined> {
    const texts = await this.#run('readLog', key, [String(after)]);
    if (!Array.isArray(texts)) return undefined;
    return texts.map((text: string, index) => ({ position: after + 1 + index, text }));
  }

  async enter(key: string, member: string, ttlMs: number, max: number): Promise<boolean> {
    return (await this.#run('enter', key, [member, timeOf(ttlMs), String(max)])) === 1;
  }

  async leave(key: string, member: string): Promise<void> {
    await this.#send(key, (name) => ['ZREM', name, member]);
  }

  async members(key: string): Promise<readonly string[]> {
    return (await this.#run('members', key, [])) as readonly string[];
  }

  async take(key: string, perSecond: number): Promise<number> {
    return Number(await this.#run('take', key, [String(perSecond)]));
  }

  async now(): Promise<number> {
    const [seconds, microseconds] = (await this.#send('clock', () => ['TIME'])) as readonly [string, string];
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  }

  /** Adds a member to a set that is sorted by due time. */
  async delay(key: string, member: string, delayMs: number): Promise<void> {
    await this.#run('delay', key, [timeOf(delayMs), String(delayedMs), member]);
  }

  /**
   * Claims up to `max` due members of such a set. They are due again after `againMs` unless they {@link leave} the set.
   */
  async claimDue(key: string, againMs: number, max: number): Promise<readonly string[]> {
    return (await this.#run('claimDue', key, [timeOf(againMs), String(max)])) as readonly string[];
  }

  async publish(channel: string, message: string): Promise<void> {
    await this.#send(channel, (name) => ['PUBLISH', name, message]);
  }

  async subscribe(channel: string, listener: (message: string) => void, onGap?: () => void): Promise<() => void> {
    const name = this.#prefix + channel;
    let isListening = true;
    const hear = (message: string): void => {
      if (isListening) listener(message);
    };
    // A new function, because the same function may be passed twice.
    const miss = (): void => onGap?.();
    await this.#inTime((link) => link.subscribe(name, hear));
    this.#gapListeners.add(miss);
    return () => {
      isListening = false;
      this.#gapListeners.delete(miss);
      this.#link?.unsubscribe(name, hear).catch(() => {});
    };
  }

  async close(): Promise<void> {
    const link = this.#link;
    this.#link = undefined;
    this.#broken.clear();
    this.#gapListeners.clear();
    await link?.close();
  }

  #send(key: string, form: (name: string) => readonly string[]): Promise<unknown> {
    const name = this.#prefix + key;
    return this.#inTime((link) => link.send(name, form(name)));
  }

  /** Runs a script. If Redis has lost the script after a restart, sends the whole script. */
  #run(script: Script, key: string, args: readonly string[]): Promise<unknown> {
    const name = this.#prefix + key;
    return this.#inTime(async (link) => {
      const rest = ['1', name, ...args];
      try {
        return await link.send(name, ['EVALSHA', this.#digests.get(script) ?? '', ...rest]);
      } catch (error) {
        if (!messageOf(error).startsWith('NOSCRIPT')) throw error;
        return link.send(name, ['EVAL', scripts[script], ...rest]);
      }
    });
  }

  /** @throws StoreError for every error, including timeouts. */
  async #inTime<Result>(work: (link: RedisLink) => Promise<Result>): Promise<Result> {
    const link = this.#link;
    if (link === undefined) throw new StoreError('The connection to Redis is not open');
    const reason = link.isSingle ? this.#broken.get('commands') : undefined;
    // Without the address, because clients may see the message.
    if (reason !== undefined) throw new StoreError(unreachable, { cause: reason });
    const result = work(link);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#onDown('commands', `it does not respond within ${responseTimeoutMs / 1000} seconds`);
        const revive = (): void => this.#onUp('commands');
        result.then(revive, () => {});
        reject(new Error('it does not respond'));
      }, responseTimeoutMs);
    });
    try {
      return await Promise.race([result, late]);
    } catch (error) {
      const message = describeRedisError(error);
      if (message.startsWith('READONLY ')) this.#leaveReplica(link);
      // Errors of Redis itself begin with an uppercase word.
      const isRefused = /^[A-Z]+ /u.test(message);
      throw new StoreError(isRefused ? `Redis has refused a command: ${message}` : unreachable, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** After a failover, the connection may still lead to the former primary, which is now a replica. */
  #leaveReplica(link: RedisLink): void {
    const renewed = link.renew();
    if (renewed === undefined) return;
    this.#onDown('commands', 'it is a replica, which accepts no changes');
    renewed.catch(() => this.#onUp('commands'));
  }

  #onDown(part: Part, reason: string): void {
    if (this.#link === undefined) return;
    const wasAvailable = this.isAvailable;
    this.#broken.set(part, reason);
    if (wasAvailable) this.#report('STORE', `Redis at ${this.#place} cannot be reached: ${reason}`);
  }

  #onUp(part: Part): void {
    const wasAvailable = this.isAvailable;
    this.#broken.delete(part);
    // A silent node of a cluster responds again.
    if (this.#link?.isSingle === false) this.#broken.delete('commands');
    if (wasAvailable || !this.isAvailable) return;
    this.#report('STORE', `Redis at ${this.#place} can be reached again`, 'WARNING');
  }
}

function timeOf(ttlMs: number): string {
  return String(Math.max(1, Math.ceil(ttlMs)));
}

function textOf(response: unknown): string | undefined {
  return typeof response === 'string' ? response : undefined;
}

/** Returns the SHA-1 of a script, by which Redis identifies it. */
async function digest(script: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(script)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
