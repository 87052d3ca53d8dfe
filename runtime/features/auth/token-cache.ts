import type { VerifiedToken } from './verified-token.js';

/** Maximum number of cached tokens. The least recently used token is evicted first. */
const maxTokens = 5000;

/** Cache of verified access tokens, by SHA-256 of the token. */
export class TokenCache {
  readonly #tokens = new Map<string, VerifiedToken>();

  /** Finds a token by its hash. Returns `undefined` for an unknown or expired token. */
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
