import type { Store } from '../../api/store.js';

const left = 'left';

/** Processes of a server that are alive: each renews a key in the store. */
export class LiveNodes {
  /** Milliseconds between renewals. */
  readonly renewalMs: number;
  readonly #store: Store;
  readonly #own: string;
  readonly #ttlMs: number;
  /** When a process was first found without its key, by `performance.now`. */
  readonly #missing = new Map<string, number>();

  /**
   * @param own Id of this process.
   * @param ttlMs Milliseconds after which a process that does not renew its key is missed.
   */
  constructor(store: Store, own: string, ttlMs: number) {
    this.renewalMs = Math.ceil(ttlMs / 3);
    this.#store = store;
    this.#own = own;
    this.#ttlMs = ttlMs;
  }

  /** Says that this process is alive. Rejects with a StoreError. */
  async renew(): Promise<void> {
    await this.#store.write(nodeKey(this.#own), 'alive', this.#ttlMs);
  }

  /** Says that this process ends. Rejects with a StoreError. */
  async leave(): Promise<void> {
    await this.#store.write(nodeKey(this.#own), left, 60_000);
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
    return now - since >= this.#ttlMs;
  }
}

function nodeKey(node: string): string {
  return `node:${node}`;
}
