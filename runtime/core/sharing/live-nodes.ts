import type { Store } from '../api/store.js';

/** Value and lifetime (in milliseconds) of the key of a process that has ended. */
const left = 'left';
const leftMs = 60_000;
/** Default time in milliseconds after which a process that does not renew its key is considered missing. */
const defaultLifeMs = 20_000;

/** Live processes of a server: each process renews a key in the store while any of its features needs the key. */
export class LiveNodes {
  readonly #store: Store;
  readonly #nodeId: string;
  #lifeMs = defaultLifeMs;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Number of features that need the key of this process. */
  #users = 0;
  #hasLeft = false;
  /** Time at which a process was first found without its key, from `performance.now`. */
  readonly #missing = new Map<string, number>();

  /** @param nodeId Id of this process. */
  constructor(store: Store, nodeId: string) {
    this.#store = store;
    this.#nodeId = nodeId;
  }

  /**
   * Renews the key of this process from now on, for a feature that needs it.
   *
   * @param lifeMs Time in milliseconds after which a process that does not renew its key is considered missing; the
   *   shortest time of all features applies. Default: 20 s.
   * @returns A function that ends the feature. When the last feature has ended, the other processes are notified. It
   *   rejects with a StoreError.
   */
  begin(lifeMs = defaultLifeMs): () => Promise<void> {
    this.#users += 1;
    if (this.#timer === undefined || lifeMs < this.#lifeMs) {
      this.#lifeMs = lifeMs;
      clearInterval(this.#timer);
      this.#timer = setInterval(() => void this.show().catch(() => {}), Math.ceil(lifeMs / 3));
      // On Node, the timer would keep the process alive.
      (this.#timer as { unref?: () => void }).unref?.();
    }
    return async () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      this.#hasLeft = true;
      clearInterval(this.#timer);
      await this.#store.write(nodeKey(this.#nodeId), left, leftMs);
    };
  }

  /** Renews the key of this process, unless it has left. Rejects with a StoreError. */
  async show(): Promise<void> {
    if (!this.#hasLeft) await this.#store.write(nodeKey(this.#nodeId), 'alive', this.#lifeMs);
  }

  /** Whether the key of a process exists. Rejects with a StoreError. */
  async isAlive(node: string): Promise<boolean> {
    if (node === this.#nodeId) return true;
    const value = await this.#store.read(nodeKey(node));
    return value !== undefined && value !== left;
  }

  /**
   * Finds processes that have ended. A killed process counts as ended when its key has been missing for the lifetime of
   * a key, because processes need time to renew their keys after a store outage.
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
      // The state is unknown, so the wait starts again.
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
