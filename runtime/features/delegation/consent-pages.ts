import type { CallerToken } from '../../core/api/auth.js';
import type { BrowserPage, DelegationPlatform } from '../../core/api/delegation.js';
import type { HttpRequestInfo } from '../../core/api/request-context.js';
import { StoreError } from '../../core/api/store.js';
import { IssuerError } from '../auth/fetch-json.js';
import { hashText } from '../../wire/hash-text.js';
import { ForwardError } from '../../core/results/forward-error.js';
import { maskReason } from '../../core/results/mask-secrets.js';
import type { JsonObject } from '../../wire/json.js';
import { messageOf } from '../../wire/protocol-error.js';
import type { AuthorizationServer } from './authorization-server.js';
import type { BrowserLogin } from './browser-login.js';
import { findBrowser, readBrowserId, redirectTo, showPage } from './browser-page.js';
import { beginCode, checkSender, endCode, type CodeParameters, type CodeRequest } from './code-request.js';
import type { ConsentDefinition } from './delegation-definition.js';
import { consentMs, type GrantStore } from './grant-store.js';
import { randomText } from './random-text.js';
import { readToken, RefusedGrant } from './read-token.js';

/** Dependencies of {@link ConsentPages}. */
export interface ConsentPagesParts {
  readonly api: string;
  readonly definition: ConsentDefinition;
  /** Authorization server of the API. */
  readonly server: AuthorizationServer;
  /** Issuer of the callers' tokens, where users log in. */
  readonly login: BrowserLogin;
  readonly grants: GrantStore;
  readonly platform: DelegationPlatform;
}

/** User who was sent a link. */
interface InvitedUser {
  readonly principal: string;
  readonly subject: string;
  readonly ticket: string;
}

/** Browser that was redirected to an authorization server. */
interface SentBrowser extends InvitedUser, CodeRequest {
  readonly step: 'login' | 'consent';
  /** SHA-256 of the id of the browser. */
  readonly browser: string;
}

/** Thrown if a page cannot be shown. The message is for the user. */
class PageError extends Error {
  readonly status: 400 | 403 | 404 | 429;

  constructor(status: 400 | 403 | 404 | 429, message: string) {
    super(message);
    this.status = status;
  }
}

const expired = 'This link has expired or was already used. Call the tool again to get a new link.';
const tooOften = 'This link was opened too often. Wait 10 minutes, then open it again.';
const elsewhere = 'This page was opened in a different browser. Open the link that your application shows.';

/**
 * Consent screens for calling an API on behalf of a user: `start` redirects the browser to log in, `login` checks that
 * the user is the user who was sent the link and redirects the browser to the authorization server of the API, and
 * `callback` stores the grant.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#phishing
 */
export class ConsentPages {
  readonly #parts: ConsentPagesParts;

  constructor(parts: ConsentPagesParts) {
    this.#parts = parts;
  }

  /**
   * Creates the link to the consent screen. A user gets the same link until the user has consented or 10 minutes have
   * passed.
   *
   * @throws ForwardError for a caller who cannot log in.
   */
  async makeLink({ issuer, principal, subject }: CallerToken): Promise<string> {
    const { api, grants, login } = this.#parts;
    if (subject === undefined || issuer !== login.issuer) {
      throw new ForwardError(`The ${api} API is called only on behalf of users of ${login.issuer}`);
    }
    const invitation = await grants.read('asked', principal);
    const ticket = typeof invitation?.['ticket'] === 'string' ? invitation['ticket'] : randomText();
    await grants.write('asked', principal, { ticket });
    await grants.write('ticket', ticket, { principal, subject, ticket });
    return `${this.#address('start')}/${api}?ticket=${ticket}`;
  }

  /** Lists the paths of the pages. */
  list(): readonly string[] {
    const { api } = this.#parts;
    const names = [`start/${api}`, 'login', `callback/${api}`];
    return this.#listFolders().flatMap((folder) => names.map((name) => folder + name));
  }

  /** Returns a function that serves a browser; `undefined` for a path that is not a page of this API. */
  find(request: HttpRequestInfo): (() => Promise<BrowserPage>) | undefined {
    if (!request.url.includes('/oauth/') || !URL.canParse(request.url, 'http://server')) return undefined;
    const { pathname, searchParams } = new URL(request.url, 'http://server');
    const { api } = this.#parts;
    // All APIs share the login page; the state identifies the API.
    const isForApi = searchParams.get('state')?.startsWith(`${api}.`) === true;
    const pages: {
      readonly [path: string]: (request: HttpRequestInfo, query: URLSearchParams) => Promise<BrowserPage>;
    } = {
      [`start/${api}`]: (...given) => this.#start(...given),
      [`callback/${api}`]: (...given) => this.#endConsent(...given),
      ...(isForApi ? { login: (...given) => this.#endLogin(...given) } : {}),
    };
    const path = this.#listFolders().find((folder) => pathname.startsWith(folder));
    const name = path === undefined ? '' : pathname.slice(path.length);
    const show = Object.hasOwn(pages, name) ? pages[name] : undefined;
    return show && (() => this.#show(request, () => show(request, searchParams)));
  }

  async #show(request: HttpRequestInfo, show: () => Promise<BrowserPage>): Promise<BrowserPage> {
    const { api, platform, server, login } = this.#parts;
    if (request.method !== 'GET') {
      const page = showPage(405, 'Method Not Allowed', 'Open the link that your application shows.');
      return { ...page, headers: { ...page.headers, Allow: 'GET' } };
    }
    try {
      return await show();
    } catch (error) {
      if (error instanceof PageError) return showPage(error.status, `${api} is not connected`, error.message);
      const isStore = error instanceof StoreError;
      if (!isStore && !(error instanceof IssuerError) && !(error instanceof RefusedGrant)) throw error;
      const secrets = [server, login.server].map(({ account }) => account.clientSecret ?? '');
      platform.report(`API: ${api}`, maskReason(messageOf(error), secrets));
      const text = isStore
        ? 'This server is unavailable right now.'
        : 'An authorization server returned an unexpected response.';
      return showPage(isStore ? 503 : 502, `${api} is not connected`, `${text} Try again later.`);
    }
  }

  /** Sends the browser to log in. The link alone proves nothing, because another user may have opened it. */
  async #start(request: HttpRequestInfo, query: URLSearchParams): Promise<BrowserPage> {
    const { grants, login } = this.#parts;
    const invitation = await grants.read('ticket', query.get('ticket') ?? '');
    if (invitation === undefined) throw new PageError(404, expired);
    const browser = findBrowser(request, this.#isSecure, consentMs / 1000);
    const flow = { ...login.flow, redirectUri: this.#address('login') };
    const url = await this.#send(login.server, flow, invitation, 'login', await hashText(browser.id));
    return redirectTo(url, { 'Set-Cookie': browser.cookie });
  }

  /** Redirects the browser to the API's authorization server if its user is the user who was sent the link. */
  async #endLogin(request: HttpRequestInfo, query: URLSearchParams): Promise<BrowserPage> {
    const { api, definition, login, server } = this.#parts;
    const sent = await this.#takeState(request, query, 'login');
    await checkSender(login.server, query);
    const code = query.get('code');
    if (code === null) throw new PageError(403, 'You are not logged in. Open the link again to retry.');
    if ((await login.readUser(sent, code, this.#address('login'))) !== sent.subject) {
      throw new PageError(
        403,
        'You are not logged in as the user of the application that requested this. If someone sent you this link, close this page.',
      );
    }
    const { scopes = [], parameters = {} } = definition;
    const flow = {
      redirectUri: this.#address(`callback/${api}`),
      scopes,
      parameters,
      hasNonce: scopes.includes('openid'),
    };
    return redirectTo(await this.#send(server, flow, { ...sent }, 'consent', sent.browser));
  }

  /** Stores the grant. */
  async #endConsent(request: HttpRequestInfo, query: URLSearchParams): Promise<BrowserPage> {
    const { api, grants, server } = this.#parts;
    const sent = await this.#takeState(request, query, 'consent');
    await checkSender(server, query);
    const code = query.get('code');
    if (code === null) throw new PageError(403, 'You did not consent. To consent, open the link again.');
    const url = await server.findEndpoint('token_endpoint');
    const response = await endCode(server, sent, code, this.#address(`callback/${api}`));
    await grants.writeGrant(sent.principal, readToken(response, url));
    await Promise.all([grants.take('ticket', sent.ticket), grants.take('asked', sent.principal)]);
    return showPage(200, `${api} is connected`, 'You can close this page and go back to your application.');
  }

  /**
   * Stores the state of a browser, and returns the URL to redirect it to.
   *
   * @throws PageError for a link that was opened too often, IssuerError if an endpoint is unknown.
   */
  async #send(
    server: AuthorizationServer,
    flow: Omit<CodeParameters, 'state'>,
    { principal, subject, ticket }: JsonObject,
    step: SentBrowser['step'],
    browser: string,
  ): Promise<string> {
    const { api, grants } = this.#parts;
    const state = `${api}.${randomText()}`;
    if (step === 'login' && !(await grants.admit(String(ticket), state))) throw new PageError(429, tooOften);
    const { url, request } = await beginCode(server, { ...flow, state });
    await grants.write('state', state, { principal, subject, ticket, step, browser, ...request });
    return url;
  }

  /** @throws PageError for a state that is unknown, was used before, or belongs to a different browser. */
  async #takeState(request: HttpRequestInfo, query: URLSearchParams, step: SentBrowser['step']): Promise<SentBrowser> {
    // The type is certain, because only this server can have sealed it.
    const sent = (await this.#parts.grants.take('state', query.get('state') ?? '')) as SentBrowser | undefined;
    if (sent?.step !== step) throw new PageError(404, expired);
    const id = readBrowserId(request, this.#isSecure);
    if (id === undefined || (await hashText(id)) !== sent.browser) throw new PageError(400, elsewhere);
    return sent;
  }

  get #isSecure(): boolean {
    return this.#parts.platform.access.resource().startsWith('https:');
  }

  #address(page: string): string {
    return new URL(`oauth/${page}`, this.#parts.platform.access.resource()).href;
  }

  /** Lists the folders of the pages: next to the endpoint, both as clients see it and as a proxy forwards it. */
  #listFolders(): readonly string[] {
    const { access, path } = this.#parts.platform;
    const local = new URL(path, 'http://server').href;
    // The address of a local server is unknown before it listens; its path is known.
    return [access.resource() || local, local].map((url) => new URL('oauth/', url).pathname);
  }
}
