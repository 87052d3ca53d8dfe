import type { Store } from '../api/store.js';

/** Value of the key of a process that has ended. It stays for some time, in milliseconds. */
const left = 'left';
const leftMs = 60_000;
/** Default milliseconds after which a process that does not renew its key is missed. */
const defaultLifeMs = 20_000;

/** Processes of a server that are alive: each renews a key in the store, from when one of its features needs that. */
export class LiveNodes {
  readonly #store: Store;
  readonly #own: string;
  #lifeMs = defaultLifeMs;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Features for which this process shows that it is alive. */
  #users = 0;
  #hasLeft = false;
  /** When a process was first found without its key, by `performance.now`. */
  readonly #missing = new Map<string, number>();

  /** @param own Id of this process. */
  constructor(store: Store, own: string) {
    this.#store = store;
    this.#own = own;
  }

  /**
   * Shows from now on that this process is alive, for a feature that needs it.
   *
   * @param lifeMs Milliseconds after which a process that does not renew its key is missed; of several features the shortest time
   *   counts. Default: 20 s.
   * @returns A function that says that the feature has ended. When all have, the other processes are told. It rejects with a StoreError.
   */
  begin(lifeMs = defaultLifeMs): () => Promise<void> {
    this.#users += 1;
    if (this.#timer === undefined || lifeMs < this.#lifeMs) {
      this.#lifeMs = lifeMs;
      clearInterval(this.#timer);
      this.#timer = setInterval(() => void this.show().catch(() => {}), Math.ceil(lifeMs / 3));
      // On Node a timer would keep the process running.
      (this.#timer as { unref?: () => void }).unref?.();
    }
    return async () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      this.#hasLeft = true;
      clearInterval(this.#timer);
      await this.#store.write(nodeKey(this.#own), left, leftMs);
    };
  }

  /** Shows that this process is alive, unless it has left. Rejects with a StoreError. */
  async show(): Promise<void> {
    if (!this.#hasLeft) await this.#store.write(nodeKey(this.#own), 'alive', this.#lifeMs);
  }

  /** Returns whether a process shows now that it is alive. Rejects with a StoreError. */
  async isAlive(node: string): Promise<boolean> {
    if (node === this.#own) return true;
    const value = await this.#store.read(nodeKey(node));
    return value !== undefined && value !== left;
  }

  /**
   * Finds those that have ended. A process that was killed counts as gone after it was missed for as long as its key lasts: after an
   * outage of the store, processes need some time to renew their keys.
   *
   * @returns Rejects with a StoreError.
   */
  async findGone(nodes: readonly string[]): Promise<ReadonlySet<string>> {
    const asked = [...new Set(nodes)];
    for (const node of this.#missing.keys()) if (!asked.includes(node)) this.#missing.delete(node);
    const found = await Promise.all(asked.map((node) => this.#isGone(node)));
    return new Set(asked.filter((_, index) => found[index]));
  }

  async #isGone(node: string): Promise<boolean> {
    const value = await this.#store.read(nodeKey(node)).catch((error: unknown) => {
      // Not known, so the wait begins again.
      this.#missing.delete(node);
      throw error;
    });
    if (value === left) return true;
    if (value !== undefined) {
      this.#missing.delete(node);
      return false;
    }
    const now = performance.now();
    const since = this.#missing.get(node) ?? now;
    this.#missing.set(node, since);
    return now - since >= this.#lifeMs;
  }
}

function nodeKey(node: string): string {
  return `node:${node}`;
}
