import type { Store } from '../api/store.js';

/** Milliseconds after which a process is taken for dead that has not shown that it is alive. */
const lifeMs = 20_000;
const showMs = 5000;

/** Shows other processes that this one is alive, from the first task that it runs on. */
export class NodeLife {
  /** Name of this process. */
  readonly id = crypto.randomUUID();
  readonly #store: Store;
  #timer: ReturnType<typeof setInterval> | undefined;
  #hasEnded = false;

  /** @param ended Resolves when the process stops. */
  constructor(store: Store, ended: Promise<void>) {
    this.#store = store;
    void ended.then(() => {
      this.#hasEnded = true;
      clearInterval(this.#timer);
    });
  }

  /** Resolves when other processes can see this one. */
  async begin(): Promise<void> {
    if (this.#timer !== undefined || this.#hasEnded) return;
    await this.show();
    this.#timer ??= setInterval(() => void this.show().catch(() => {}), showMs);
    (this.#timer as { unref?: () => void }).unref?.();
  }

  show(): Promise<void> {
    return this.#store.write(nodeKey(this.id), '', lifeMs);
  }

  async isAlive(id: string): Promise<boolean> {
    return id === this.id || (await this.#store.read(nodeKey(id))) !== undefined;
  }
}

function nodeKey(id: string): string {
  return `node:${id}`;
}
