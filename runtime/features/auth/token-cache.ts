import type { VerifiedToken } from './verified-token.js';

/** Most tokens that are remembered. The one that was not used for the longest time is forgotten first. */
const maxTokens = 5000;

/** Access tokens that were checked, by the SHA-256 of their text. */
export class TokenCache {
  readonly #tokens = new Map<string, VerifiedToken>();

  /** Returns `undefined` for a token that is not known, or not any more. */
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
