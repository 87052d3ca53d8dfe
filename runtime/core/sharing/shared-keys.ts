import { StoreError, type Store } from '../api/store.js';
import { encodeBase64Url } from '../../wire/base64.js';
import { isJsonObject } from '../../wire/json.js';

const day = 24 * 60 * 60 * 1000;
/** Milliseconds that a key seals. */
const sealMs = day;
/** Milliseconds that a key opens what it has sealed, and that the ring is kept without use. */
const openMs = 31 * day;
/** Milliseconds after which a process looks whether there is a newer key. */
const checkMs = 10 * 60 * 1000;
/** Key of the ring in the store. */
const ringKey = 'state-keys';

interface SharedKey {
  readonly secret: string;
  /** Milliseconds since 1970. Clocks of processes may differ by hours without harm. */
  readonly madeAt: number;
}

/**
 * Secrets that all processes of a server share through the store, the newest first. The first process makes one, and each day
 * one process replaces it. They are kept in memory, and read again every ten minutes.
 */
export class SharedKeys {
  readonly #store: Store;
  #known: readonly string[] = [];
  #checkedAt = -Infinity;
  #last: Promise<unknown> = Promise.resolve();
  #queued: Promise<readonly string[]> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** @returns Rejects with a {@link StoreError} only while nothing is known yet. */
  async list(): Promise<readonly string[]> {
    if (performance.now() - this.#checkedAt < checkMs) return this.#known;
    try {
      return await this.reread();
    } catch (error) {
      if (this.#known.length === 0 || !(error instanceof StoreError)) throw error;
      return this.#known;
    }
  }

  /** Reads the secrets that there are after this call began. Calls at the same time share one command. */
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
      // Another process was faster: its key counts.
      if (isWritten) return this.#keep(next);
    }
  }

  #keep(ring: readonly SharedKey[]): readonly string[] {
    this.#known = ring.map(({ secret }) => secret);
    this.#checkedAt = performance.now();
    return this.#known;
  }
}

/** Parses a ring. One that is damaged is empty: it is replaced. */
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
