import type {
  AccessControl,
  AuthPlatform,
  CallerToken,
  ProtectedEntry,
  Refusal,
  Verdict,
} from '../../core/api/auth.js';
import type { AuthInfo, HttpRequestInfo } from '../../core/api/request-context.js';
import type { AuthSettings } from './auth-settings.js';
import type { DpopProofs } from './dpop-proofs.js';
import { IssuerError } from './fetch-json.js';
import { hashText } from '../../wire/hash-text.js';
import { introspect } from './introspect.js';
import { Issuer } from './issuer.js';
import { describeResource, leastScopes, metadataUrl, wellKnownPath } from './resource-metadata.js';
import type { ApiKeys } from './read-api-keys.js';
import { readCredentials, type SentToken } from './read-credentials.js';
import { TokenCache } from './token-cache.js';
import { proofAlgorithms } from './signature-algorithms.js';
import { ProofError, TokenError, type VerifiedToken } from './verified-token.js';

const maxTokenLength = 16_384;

/**
 * Resource server of OAuth 2.1: checks access tokens and scopes, and sends challenges that tell clients where to get tokens.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export class ResourceServer implements AccessControl {
  readonly callsPerSecond = 50;
  readonly #settings: AuthSettings;
  readonly #keys: ApiKeys;
  readonly #platform: AuthPlatform;
  readonly #issuers: ReadonlyMap<string, Issuer>;
  readonly #tokens = new TokenCache();
  /** Running token checks, by the hash of the token. */
  readonly #running = new Map<string, Promise<VerifiedToken>>();
  #proofs: Promise<DpopProofs> | undefined;

  constructor(settings: AuthSettings, keys: ApiKeys, platform: AuthPlatform) {
    this.#settings = settings;
    this.#keys = keys;
    this.#platform = platform;
    this.#issuers = new Map(settings.issuers.map((url) => [url, new Issuer(url)]));
  }

  findMetadata(path: string): string | undefined {
    if (!path.startsWith(wellKnownPath) || !this.listMetadata().includes(path)) return undefined;
    return describeResource(this.#settings, this.#platform.name);
  }

  listMetadata(): readonly string[] {
    if (this.#issuers.size === 0) return [];
    const { path } = this.#platform;
    // A local address is known once the server listens; it has the path of the endpoint.
    const resource = this.#settings.resource();
    const ends = ['', '/', path, resource === '' ? path : new URL(resource).pathname];
    return ends.map((end) => wellKnownPath + end);
  }

  async authenticate(request: HttpRequestInfo): Promise<Verdict> {
    const sent = readCredentials(request);
    if (sent === 'missing')
      return { refusal: { status: 401, message: 'Unauthorized', challenge: this.#challenge(request) } };
    if (sent === 'malformed') {
      const challenge = this.#challenge(request, 'invalid_request');
      return { refusal: { status: 400, message: 'Bad Request: send one access token, in one header', challenge } };
    }
    try {
      const verified = await this.#verify(sent.token);
      await this.#checkBinding(request, sent, verified);
      const { auth, expiresAt } = verified;
      // A copy, because the user's code may change it, and the token is cached.
      return { auth: { ...auth, scopes: [...(auth.scopes ?? [])] }, expiresAt };
    } catch (error) {
      if (error instanceof TokenError) {
        const code = error instanceof ProofError ? 'invalid_dpop_proof' : 'invalid_token';
        return { refusal: { status: 401, message: 'Unauthorized', challenge: this.#challenge(request, code) } };
      }
      if (!(error instanceof IssuerError)) throw error;
      this.#platform.report('AUTH', error.message);
      return { refusal: { status: 503, message: 'Service Unavailable: access tokens cannot be validated' } };
    }
  }

  refuseToken(request: HttpRequestInfo): Refusal {
    return { status: 401, message: 'Unauthorized', challenge: this.#challenge(request, 'invalid_token') };
  }

  findLacking(entries: readonly ProtectedEntry[], auth: AuthInfo | undefined): readonly string[] | undefined {
    const { required, scopesOf, sufficient } = this.#settings;
    const isMet = (scope: string) => auth?.scopes?.some((each) => sufficient.get(scope)?.has(each)) === true;
    if (entries.length === 0 || (required.every(isMet) && entries.every((entry) => scopesOf(entry).every(isMet)))) {
      return undefined;
    }
    return [...new Set([...required, ...entries.flatMap(scopesOf)])];
  }

  refuseScopes(scopes: readonly string[], request: HttpRequestInfo): Refusal {
    const challenge = this.#challenge(request, 'insufficient_scope', scopes);
    return { status: 403, message: `Forbidden: requires the scopes ${scopes.join(', ')}`, challenge };
  }

  get issuers(): readonly string[] {
    return this.#settings.issuers;
  }

  resource(): string {
    return this.#settings.resource();
  }

  async findToken(request: HttpRequestInfo): Promise<CallerToken | undefined> {
    const sent = readCredentials(request);
    return typeof sent === 'string' ? undefined : this.verifyToken(sent.token);
  }

  async verifyToken(token: string): Promise<CallerToken | undefined> {
    try {
      const { auth, issuer } = await this.#verify(token);
      if (issuer === undefined) return undefined;
      const { principal, subject } = auth;
      const isUser = principal === `${issuer} ${String(subject)}`;
      return { token, issuer, principal, subject: isUser ? String(subject) : undefined };
    } catch (error) {
      if (error instanceof TokenError) return undefined;
      throw error;
    }
  }

  /** @throws TokenError for a token that is not accepted, IssuerError if the token cannot be checked. */
  async #verify(token: string): Promise<VerifiedToken> {
    if (token.length > maxTokenLength) throw new TokenError('too long');
    const hash = this.#platform.hash?.(token) ?? (await hashText(token));
    const cached = this.#tokens.find(hash) ?? this.#keys.get(hash);
    if (cached !== undefined) return cached;
    let running = this.#running.get(hash);
    if (running === undefined) {
      running = this.#verifyWithIssuer(token).finally(() => this.#running.delete(hash));
      this.#running.set(hash, running);
    }
    const verified = await running;
    this.#tokens.add(hash, verified);
    return verified;
  }

  async #verifyWithIssuer(token: string): Promise<VerifiedToken> {
    const settings = this.#settings;
    if (this.#issuers.size > 0 && /^[\w-]+\.[\w-]+\.[\w-]*$/u.test(token)) {
      return (await import('./verify-jwt.js')).verifyJwt(settings, this.#issuers, token);
    }
    const { introspection } = settings;
    const issuer = introspection && this.#issuers.get(introspection.issuer);
    if (introspection === undefined || issuer === undefined) throw new TokenError('no JWT');
    return introspect(settings, introspection, issuer, token);
  }

  /**
   * @throws TokenError if the sender does not have the key or the certificate that the token is bound to.
   * @see https://www.rfc-editor.org/rfc/rfc9449#section-7.1
   */
  async #checkBinding(request: HttpRequestInfo, { scheme, token }: SentToken, verified: VerifiedToken): Promise<void> {
    const { keyThumbprint, certificateThumbprint } = verified;
    const { certificateHeader } = this.#settings;
    if (certificateThumbprint !== undefined && certificateHeader !== undefined) {
      const { checkCertificate } = await import('./client-certificate.js');
      await checkCertificate(request, certificateHeader, certificateThumbprint);
    }
    if ((keyThumbprint !== undefined) !== (scheme === 'dpop')) throw new TokenError('scheme');
    if (keyThumbprint === undefined) return;
    this.#proofs ??= import('./dpop-proofs.js').then(({ DpopProofs }) => new DpopProofs());
    await (await this.#proofs).check(request, { token, keyThumbprint, url: this.#urlOf(request) });
  }

  /** Returns the URL of a request as its client sees it, because a proxy may have changed the host and scheme. */
  #urlOf({ url }: HttpRequestInfo): string {
    const resource = this.#settings.resource();
    const [path = ''] = url.split('?', 1);
    return path === this.#platform.path ? resource : new URL(path, resource).href;
  }

  /**
   * Creates the challenge for a request, in the scheme that its client used, because most clients only know Bearer.
   *
   * @see https://www.rfc-editor.org/rfc/rfc9449#section-7.1
   */
  #challenge(request: HttpRequestInfo, error?: string, scopes?: readonly string[]): string {
    const sent = readCredentials(request);
    const isProved = typeof sent === 'object' && sent.scheme === 'dpop';
    const { scopePrefix } = this.#settings;
    const hasIssuer = this.#issuers.size > 0;
    // With API keys only, a client cannot request scopes, so the challenge lists the scopes that its key lacks.
    const named = scopes ?? (hasIssuer ? leastScopes(this.#settings) : []);
    const parts = [
      ...(hasIssuer ? [`resource_metadata="${metadataUrl(this.#settings.resource())}"`] : []),
      ...(error === undefined ? [] : [`error="${error}"`]),
      ...(named.length === 0 ? [] : [`scope="${named.map((scope) => scopePrefix + scope).join(' ')}"`]),
    ];
    if (isProved) parts.push(`algs="${proofAlgorithms.join(' ')}"`);
    return [isProved ? 'DPoP' : 'Bearer', parts.join(', ')].join(' ').trimEnd();
  }
}
