import type { CallerToken } from '../../core/api/auth.js';
import type { DelegatedToken } from '../../core/api/delegation.js';
import { hashText } from '../../wire/hash-text.js';
import { ForwardError } from '../../core/results/forward-error.js';
import { AuthorizationServer, type TokenParameters } from './authorization-server.js';
import type { ExchangeDefinition } from './delegation-definition.js';
import { readToken } from './read-token.js';
import { explainTokenError, type TokenSource } from './token-source.js';

/**
 * Maximum number of cached tokens, and maximum total number of their characters. The least recently used token is
 * evicted first.
 */
const maxTokens = 5000;
const maxCharacters = 16 * 1024 * 1024;
/** Time for which a token of unknown lifetime is cached, in milliseconds. */
const defaultMs = 60_000;
const tokenTypes = 'urn:ietf:params:oauth:token-type:';

interface CachedToken {
  readonly token: string;
  readonly until: number;
}

/**
 * Exchanges access tokens of callers for tokens of an API. A token is cached under the caller's token that was
 * exchanged for it, because another token of the same user may have fewer rights.
 */
export class TokenExchange implements TokenSource {
  readonly #api: string;
  readonly #definition: ExchangeDefinition;
  readonly #server: AuthorizationServer;
  /** Issuer whose tokens are exchanged; `undefined`: all issuers. */
  readonly #issuer: string | undefined;
  /** Cached tokens, by SHA-256 of the caller's token. */
  readonly #cached = new Map<string, CachedToken>();
  readonly #running = new Map<string, Promise<CachedToken>>();
  #characters = 0;

  /**
   * @param definition Definition in which environment variables are replaced with their values.
   * @param issuers Issuers of the callers' tokens. If the exchanging server is one of them, only its own tokens are
   *   sent there.
   * @throws TypeError for a URL that is not secure.
   */
  constructor(api: string, definition: ExchangeDefinition, issuers: readonly string[]) {
    const { clientId, clientSecret, kind, issuer } = definition;
    this.#api = api;
    this.#definition = definition;
    // Microsoft documents sending the client credentials in the body.
    this.#server = new AuthorizationServer(
      definition,
      { clientId, clientSecret },
      kind === 'entra' ? 'body' : 'header',
    );
    this.#issuer = issuer !== undefined && issuers.includes(issuer) ? issuer : undefined;
  }

  async findToken(caller: CallerToken): Promise<DelegatedToken> {
    if (this.#issuer !== undefined && caller.issuer !== this.#issuer) {
      throw new ForwardError(`The ${this.#api} API is called only on behalf of users of ${this.#issuer}`);
    }
    const key = await hashText(caller.token);
    const { token } = this.#findKept(key) ?? (await this.#exchangeOnce(key, caller));
    const forget = (): void => {
      if (this.#cached.get(key)?.token === token) this.#remove(key);
    };
    return { token, secrets: [caller.token, this.#definition.clientSecret], forget };
  }

  #findKept(key: string): CachedToken | undefined {
    const kept = this.#cached.get(key);
    if (kept === undefined) return undefined;
    this.#remove(key);
    if (kept.until <= Date.now()) return undefined;
    this.#add(key, kept);
    return kept;
  }

  #exchangeOnce(key: string, caller: CallerToken): Promise<CachedToken> {
    let running = this.#running.get(key);
    if (running === undefined) {
      running = this.#exchange(caller)
        .then((kept) => {
          if (kept.until > Date.now()) this.#add(key, kept);
          return kept;
        })
        .finally(() => this.#running.delete(key));
      this.#running.set(key, running);
    }
    return running;
  }

  async #exchange({ token }: CallerToken): Promise<CachedToken> {
    const { requestedTokenType = 'access_token', kind, clientSecret } = this.#definition;
    // A server may report a requested access token as a JWT.
    const issuedTypes = kind === 'entra' ? undefined : [`${tokenTypes}${requestedTokenType}`, `${tokenTypes}jwt`];
    try {
      const url = await this.#server.findEndpoint('token_endpoint');
      const response = await this.#server.requestToken(listParameters(this.#definition, token));
      const { accessToken, usableUntil = Date.now() + defaultMs } = readToken(response, url, issuedTypes);
      // A server that returns the caller's token has not exchanged it.
      if (accessToken === token) throw new ForwardError(`${url} returned the caller's own token`);
      return { token: accessToken, until: usableUntil };
    } catch (error) {
      throw explainTokenError(this.#api, error, [token, clientSecret]);
    }
  }

  #add(key: string, kept: CachedToken): void {
    this.#remove(key);
    this.#cached.set(key, kept);
    this.#characters += kept.token.length;
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= maxTokens && this.#characters <= maxCharacters) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#characters -= this.#cached.get(key)?.token.length ?? 0;
    this.#cached.delete(key);
  }
}

/**
 * @see https://www.rfc-editor.org/rfc/rfc8693#section-2.1
 * @see
 *   https://learn.microsoft.com/entra/identity-platform/v2-oauth2-on-behalf-of-flow#first-case-access-token-request-with-a-shared-secret
 */
function listParameters(definition: ExchangeDefinition, token: string): TokenParameters {
  const { kind, audience, resource, scopes = [], requestedTokenType = 'access_token' } = definition;
  const scope: TokenParameters = scopes.length === 0 ? [] : [['scope', scopes.join(' ')]];
  if (kind === 'entra') {
    return [
      ['grant_type', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      ['assertion', token],
      ['requested_token_use', 'on_behalf_of'],
      ...scope,
    ];
  }
  return [
    ['grant_type', 'urn:ietf:params:oauth:grant-type:token-exchange'],
    ['subject_token', token],
    ['subject_token_type', `${tokenTypes}access_token`],
    ['requested_token_type', `${tokenTypes}${requestedTokenType}`],
    ...(audience === undefined ? [] : [['audience', audience] as const]),
    ...(resource === undefined ? [] : [['resource', resource] as const]),
    ...scope,
  ];
}
