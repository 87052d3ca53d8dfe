import type { CallerToken } from '../../core/api/auth.js';
import type { DelegatedToken, DelegationContext } from '../../core/api/delegation.js';
import { ConsentNeeded, ForwardError } from '../../core/results/forward-error.js';
import { CredentialsError } from '../../core/api/errors.js';
import type { AuthorizationServer } from './authorization-server.js';
import type { ConsentPages } from './consent-pages.js';
import type { GrantStore } from './grant-store.js';
import { readToken, RefusedGrant, type GrantedTokens } from './read-token.js';
import { explainTokenError, type TokenSource } from './token-source.js';

/**
 * Maximum time in milliseconds that a call waits for a user who has opened the page: most clients time out after 60 s.
 */
const waitMs = 45_000;
/** Maximum time in milliseconds that a call waits for another process that refreshes the grant. */
const refreshWaitMs = 20_000;
/** Maximum number of rejected tokens that are stored until they are replaced. */
const maxRefused = 1000;

/** Dependencies of {@link UserGrants}. */
export interface UserGrantsParts {
  readonly api: string;
  /** Name of this server that is shown to users. */
  readonly name: string;
  readonly server: AuthorizationServer;
  readonly grants: GrantStore;
  readonly pages: ConsentPages;
}

/** Access tokens of an API that its users have granted on its consent screens. Expired tokens are refreshed. */
export class UserGrants implements TokenSource {
  readonly #parts: UserGrantsParts;
  readonly #refreshing = new Map<string, Promise<GrantedTokens>>();
  /** Access tokens that the API has rejected, by principal. */
  readonly #refused = new Map<string, string>();

  constructor(parts: UserGrantsParts) {
    this.#parts = parts;
  }

  async findToken({ token, principal }: CallerToken): Promise<DelegatedToken> {
    const { api, grants, server } = this.#parts;
    const grant = await grants.readGrant(principal);
    if (grant === undefined) throw new ConsentNeeded(api);
    const { accessToken, refreshToken } = this.#isUsable(principal, grant)
      ? grant
      : await this.#renew(principal, grant);
    return {
      token: accessToken,
      secrets: [token, refreshToken, server.account.clientSecret].filter((each) => each !== undefined),
      forget: () => this.#refuse(principal, accessToken),
    };
  }

  async connect(caller: CallerToken, context: DelegationContext): Promise<void> {
    const { api, name, pages } = this.#parts;
    const url = await pages.makeLink(caller);
    const visit = await context.visit?.(`Allow ${name} to use ${api} on your behalf?`, url, `consent_${api}`);
    const needed = `The user must allow use of the ${api} API: open ${url}`;
    if (visit === undefined) throw new ForwardError(`${needed} and call the tool again`);
    if (visit.action !== 'accept') {
      throw new ForwardError(`The user did not allow use of the ${api} API (${visit.action})`);
    }
    if (!(await this.#waitForGrant(caller.principal, context.signal))) {
      throw new ForwardError(`${needed}, consent there, and call the tool again`);
    }
    visit.finish();
  }

  #isUsable(principal: string, { accessToken, usableUntil = Infinity }: GrantedTokens): boolean {
    return usableUntil > Date.now() && this.#refused.get(principal) !== accessToken;
  }

  #refuse(principal: string, accessToken: string): void {
    this.#refused.set(principal, accessToken);
    const [oldest] = this.#refused.keys();
    if (this.#refused.size > maxRefused && oldest !== undefined) this.#refused.delete(oldest);
  }

  /** Refreshes a grant. Concurrent calls of one principal share the request. */
  #renew(principal: string, expired: GrantedTokens): Promise<GrantedTokens> {
    let running = this.#refreshing.get(principal);
    if (running === undefined) {
      running = this.#renewOnce(principal, expired).finally(() => this.#refreshing.delete(principal));
      this.#refreshing.set(principal, running);
    }
    return running;
  }

  /**
   * Refreshes a grant once. A refresh token is often valid only once, so one process uses it, and the others wait for
   * the result.
   */
  async #renewOnce(principal: string, expired: GrantedTokens): Promise<GrantedTokens> {
    const { api, grants } = this.#parts;
    const end = performance.now() + refreshWaitMs;
    let renewed: GrantedTokens | undefined;
    for (;;) {
      const isDone = await grants.runAlone(principal, async () => {
        const current = await grants.readGrant(principal);
        const isNew = current !== undefined && current.accessToken !== expired.accessToken;
        renewed = isNew ? current : current && (await this.#refresh(principal, current));
      });
      if (isDone) break;
      if (performance.now() > end) {
        throw new CredentialsError(`No credentials for the ${api} API`, 'refreshing its access token takes too long');
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    this.#refused.delete(principal);
    if (renewed === undefined) throw new ConsentNeeded(api);
    return renewed;
  }

  /** Refreshes a grant. If the user must consent again, deletes it and returns `undefined`. */
  async #refresh(principal: string, { refreshToken }: GrantedTokens): Promise<GrantedTokens | undefined> {
    const { api, grants, server } = this.#parts;
    try {
      if (refreshToken === undefined) throw new RefusedGrant('invalid_grant', 'there is no refresh token');
      const url = await server.findEndpoint('token_endpoint');
      const response = await server.requestToken([
        ['grant_type', 'refresh_token'],
        ['refresh_token', refreshToken],
      ]);
      const granted = { refreshToken, ...readToken(response, url) };
      await grants.writeGrant(principal, granted);
      return granted;
    } catch (error) {
      if (error instanceof RefusedGrant && error.code === 'invalid_grant') {
        await grants.removeGrant(principal);
        return undefined;
      }
      throw explainTokenError(api, error, [refreshToken ?? '', server.account.clientSecret ?? '']);
    }
  }

  async #waitForGrant(principal: string, signal: AbortSignal): Promise<boolean> {
    const { grants } = this.#parts;
    const hasGrant = async (): Promise<boolean> => (await grants.readGrant(principal)) !== undefined;
    let wake = (): void => {};
    const stop = await grants.watchGrant(principal, () => wake());
    const end = performance.now() + waitMs;
    try {
      while (!signal.aborted) {
        const left = end - performance.now();
        const changed = new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        if (await hasGrant()) return true;
        if (left <= 0) return false;
        let timer: ReturnType<typeof setTimeout> | undefined;
        const limit = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, left);
        });
        await Promise.race([changed, limit]);
        clearTimeout(timer);
      }
      return false;
    } finally {
      stop();
    }
  }
}
