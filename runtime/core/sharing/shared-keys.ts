import { StoreError, type Store } from '../api/store.js';
import { encodeBase64Url } from '../../wire/base64.js';
import { isJsonObject } from '../../wire/json.js';

const day = 24 * 60 * 60 * 1000;
/** Time in milliseconds for which a key encrypts. */
const sealMs = day;
/** Time in milliseconds for which a key decrypts, and for which an unused key ring is kept. */
const openMs = 31 * day;
/** Interval in milliseconds between checks for a newer key. */
const checkMs = 10 * 60 * 1000;
/** Key of the key ring in the store. */
const ringKey = 'state-keys';

interface SharedKey {
  readonly secret: string;
  /** Creation time, in milliseconds since 1970. The clocks of the processes can differ by hours. */
  readonly madeAt: number;
}

/**
 * Secrets that all processes of a server share through the store, newest first. They are created and rotated daily by
 * one process, cached in memory, and read again every ten minutes.
 */
export class SharedKeys {
  readonly #store: Store;
  #cached: readonly string[] = [];
  #checkedAt = -Infinity;
  #last: Promise<unknown> = Promise.resolve();
  #queued: Promise<readonly string[]> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** @returns Rejects with a {@link StoreError} only if no key is cached. */
  async list(): Promise<readonly string[]> {
    if (performance.now() - this.#checkedAt < checkMs) return this.#cached;
    try {
      return await this.reread();
    } catch (error) {
      if (this.#cached.length === 0 || !(error instanceof StoreError)) throw error;
      return this.#cached;
    }
  }

  /** Reads the secrets that exist after this call started. Concurrent calls share one command. */
  reread(): Promise<readonly string[]> {
    this.#queued ??= this.#last
      .catch(() => {})
      .then(() => {
        this.#queued = undefined;
        const reading = this.#read();
        this.#last = reading;
        return reading;
      });
    return this.#queued;
  }

  async #read(): Promise<readonly string[]> {
    for (;;) {
      const text = await this.#store.read(ringKey);
      const ring = text === undefined ? [] : parseRing(text);
      const now = Date.now();
      const [newest] = ring;
      if (newest !== undefined && now - newest.madeAt < sealMs) return this.#keep(ring);
      const secret = encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
      const next = [{ secret, madeAt: now }, ...ring.filter(({ madeAt }) => now - madeAt < openMs)];
      const json = JSON.stringify(next);
      const isWritten =
        text === undefined
          ? await this.#store.add(ringKey, json, openMs)
          : await this.#store.replace(ringKey, text, json, openMs);
      // Another process was faster: its key is used.
      if (isWritten) return this.#keep(next);
    }
  }

  #keep(ring: readonly SharedKey[]): readonly string[] {
    this.#cached = ring.map(({ secret }) => secret);
    this.#checkedAt = performance.now();
    return this.#cached;
  }
}

/** Parses a key ring. A corrupt key ring counts as empty, and is replaced. */
function parseRing(text: string): readonly SharedKey[] {
  try {
    const ring: unknown = JSON.parse(text);
    return Array.isArray(ring) ? ring.filter(isSharedKey) : [];
  } catch {
    return [];
  }
}

function isSharedKey(value: unknown): value is SharedKey {
  return isJsonObject(value) && typeof value['secret'] === 'string' && typeof value['madeAt'] === 'number';
}
