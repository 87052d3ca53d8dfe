import type { VerifiedToken } from './verified-token.js';

/** Maximum number of cached tokens. The least recently used one is evicted first. */
const maxTokens = 5000;

/** Verified access tokens, by the SHA-256 of their text. */
export class TokenCache {
  readonly #tokens = new Map<string, VerifiedToken>();

  /** Returns `undefined` for an unknown or expired token. */
  find(hash: string): VerifiedToken | undefined {
    const token = this.#tokens.get(hash);
    if (token === undefined) return undefined;
    this.#tokens.delete(hash);
    if (token.until <= Date.now()) return undefined;
    this.#tokens.set(hash, token);
    return token;
  }

  add(hash: string, token: VerifiedToken): void {
    this.#tokens.set(hash, token);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > maxTokens && oldest !== undefined) this.#tokens.delete(oldest);
  }
}
