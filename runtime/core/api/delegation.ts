import type { AccessControl, AuthPlatform } from './auth.js';
import type { HandlerContext } from './handler-context.js';
import type { HttpRequestInfo } from './request-context.js';
import type { Store } from './store.js';

/**
 * Declaration of the APIs that are called on behalf of the caller, before environment variables are read:
 * `generated/delegation.ts`.
 */
export interface DelegationSource {
  /**
   * Reads environment variables.
   *
   * @throws TypeError for a missing or invalid value.
   */
  open(platform: DelegationPlatform): Delegation;
}

/** Server that calls APIs on behalf of its callers. */
export interface DelegationPlatform extends Pick<AuthPlatform, 'environment' | 'name' | 'path' | 'report'> {
  /** Technical name of the server: servers that share a store have different names. */
  readonly server: string;
  /** Checks the access tokens of callers. */
  readonly access: AccessControl;
  /** Store that the processes of the server share; `undefined` for a server with one process. */
  readonly store: Store | undefined;
  /** Whether the keys that seal stored values are configured; otherwise they are random. */
  readonly hasStateKeys: boolean;
  /** Encrypts a string for the store. */
  readonly seal: (text: string) => Promise<string>;
  /** Decrypts a string from the store. Rejects if it was encrypted with a different key, or modified. */
  readonly unseal: (sealed: string) => Promise<string>;
}

// See docs/decisions/0044-a-callers-token-leaves-in-one-direction.md.
/** API calls on behalf of callers: access tokens, and the pages where users consent. */
export interface Delegation {
  /**
   * Finds the access token for a call of an API on behalf of its caller.
   *
   * @throws ForwardError for a caller who has to log in again, CredentialsError for other errors, `ConsentNeeded` (a
   *   ForwardError) for a user who has to consent first.
   */
  findToken(call: DelegatedCall): Promise<DelegatedToken>;
  /**
   * Asks the user for consent to call an API on the user's behalf, and waits for it.
   *
   * @throws ForwardError if the client does not support it, or the user declines or takes too long.
   */
  connect(call: DelegatedCall): Promise<void>;
  /** Lists the paths of the pages. */
  listPages(): readonly string[];
  /** Returns a function that renders a page for a browser; `undefined` for an unknown path. */
  findPage(request: HttpRequestInfo): (() => Promise<BrowserPage>) | undefined;
}

/** Call of an API on behalf of the caller of a request. */
export interface DelegatedCall {
  /** Name of the API. */
  readonly api: string;
  readonly context: DelegationContext;
}

/** The part of a tool call's context that a delegation uses. */
export type DelegationContext = Pick<HandlerContext, 'http' | 'signal'> & {
  /**
   * Asks the user to open a page. Resolves with `undefined` if the client does not support that.
   *
   * @param key Key of the elicitation.
   */
  readonly visit?: ((message: string, url: string, key: string) => Promise<PageVisit | undefined>) | undefined;
};

/** Result of asking a user to open a page. */
export interface PageVisit {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** Tells the client that the user has finished on the page, in protocol versions with a notification for this. */
  readonly finish: () => void;
}

/** Access token for an API call. */
export interface DelegatedToken {
  readonly token: string;
  /** Other strings that must not appear in messages. */
  readonly secrets: readonly string[];
  /** Forgets the token, because the API refused it. */
  readonly forget: () => void;
}

/** Response to a browser. */
export interface BrowserPage {
  readonly status: 200 | 302 | 400 | 403 | 404 | 405 | 429 | 502 | 503;
  readonly headers: { readonly [name: string]: string };
  /** HTML. */
  readonly body: string;
}
