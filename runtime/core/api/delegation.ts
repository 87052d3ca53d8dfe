import type { AccessControl, AuthPlatform } from './auth.js';
import type { HandlerContext } from './handler-context.js';
import type { HttpRequestInfo } from './request-context.js';
import type { Store } from './store.js';

/** Declaration of the APIs that are called on behalf of the caller, before its environment is known: `generated/delegation.ts`. */
export interface DelegationSource {
  /**
   * Reads environment variables.
   *
   * @throws TypeError for a missing or wrong value.
   */
  open(platform: DelegationPlatform): Delegation;
}

/** Server that calls APIs on behalf of its callers. */
export interface DelegationPlatform extends Pick<AuthPlatform, 'environment' | 'name' | 'path' | 'report'> {
  /** Name of the server for programs: servers that share a store have different ones. */
  readonly server: string;
  /** Checks the access tokens of callers. */
  readonly access: AccessControl;
  /** Stores that the processes of the server share; `undefined` for a server of one process. */
  readonly store: Store | undefined;
  /** Whether the keys that seal stored values are configured, not random ones of this process. */
  readonly hasStateKeys: boolean;
  /** Encrypts a text that is stored. */
  readonly seal: (text: string) => Promise<string>;
  /** Decrypts a stored text. Rejects for a text that another key has sealed, or that was changed. */
  readonly unseal: (sealed: string) => Promise<string>;
}

// See docs/decisions/0044-a-callers-token-leaves-in-one-direction.md.
/** Calls of APIs on behalf of callers: access tokens for them, and the pages on which users agree. */
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
  /** Paths of the pages. */
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

/** Context of a tool call, as far as a delegation uses it. */
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
  /** Tells the client that the user is done on the page, in protocol versions that have a notification for it. */
  readonly finish: () => void;
}

/** Access token that a call of an API is made with. */
export interface DelegatedToken {
  readonly token: string;
  /** Further texts that must not appear in messages. */
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
