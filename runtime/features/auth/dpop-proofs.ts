import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import type { HttpRequestInfo } from '../../core/api/request-context.js';
import { proofAlgorithms } from './signature-algorithms.js';
import { hashText } from '../../wire/hash-text.js';
import { ProofError, TokenError } from './verified-token.js';

/** Maximum difference between the time of a proof and the server's clock, in seconds. */
const windowSeconds = 5 * 60;
/** Maximum number of remembered proofs; the oldest proof is dropped first. */
const maxProofs = 50_000;
const maxLength = 8192;
const maxId = 256;

/** Access token that a proof belongs to. */
export interface BoundToken {
  readonly token: string;
  /** Thumbprint of the key that the token is bound to. */
  readonly keyThumbprint: string;
  /** Address of the request, without its query. */
  readonly url: string;
}

/** Checks proofs of possession (DPoP), and stores them to prevent replay. */
export class DpopProofs {
  /** Time in milliseconds since 1970 until which a proof is remembered, by key and id. */
  readonly #used = new Map<string, number>();

  /**
   * Checks the proof of a request.
   *
   * @throws ProofError for a missing, invalid or replayed proof; TokenError for a proof with a different key.
   * @see https://www.rfc-editor.org/rfc/rfc9449#section-4.3
   */
  async check(request: HttpRequestInfo, { token, keyThumbprint, url }: BoundToken): Promise<void> {
    const proof = request.header('dpop');
    if (proof === undefined || proof.length > maxLength) throw new ProofError('no proof');
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: [...proofAlgorithms],
    }).catch((cause: unknown) => {
      throw new ProofError('proof', { cause });
    });
    const { jti, htm, htu, iat, ath } = payload;
    const { jwk } = protectedHeader;
    const isTimely = iat !== undefined && Math.abs(Date.now() / 1000 - iat) <= windowSeconds;
    const isForRequest = htm === request.method && typeof htu === 'string' && isSameUrl(htu, url);
    const isForToken = ath === (await hashText(token));
    if (!isTimely || !isForRequest || !isForToken || jwk === undefined) throw new ProofError('proof');
    if ((await calculateJwkThumbprint(jwk)) !== keyThumbprint) throw new TokenError('another key');
    if (typeof jti !== 'string' || jti === '' || jti.length > maxId) throw new ProofError('id of a proof');
    this.#remember(`${keyThumbprint} ${jti}`);
  }

  #remember(proof: string): void {
    const now = Date.now();
    for (const [old, until] of this.#used) {
      if (until > now && this.#used.size < maxProofs) break;
      this.#used.delete(old);
    }
    if (this.#used.has(proof)) throw new ProofError('a proof that was used before');
    this.#used.set(proof, now + 2 * windowSeconds * 1000);
  }
}

/** Whether two addresses are the same without query and fragment. */
function isSameUrl(sent: string, expected: string): boolean {
  if (!URL.canParse(sent)) return false;
  const { origin, pathname } = new URL(sent);
  const wanted = new URL(expected);
  return origin === wanted.origin && pathname === wanted.pathname;
}
