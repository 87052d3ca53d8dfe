/** Real authorization server (oidc-provider) on the local machine. */
export interface AuthorizationServer {
  /** The issuer. */
  readonly url: string;
  /** Parameters of the requests for authorization, in order. */
  readonly requests: URLSearchParams[];
  /** How many clients were registered. */
  readonly registrations: { readonly count: number };
  close(): void;
}

/**
 * Starts an authorization server with dynamic registration and token exchange. Its user is the one that the browser names in the
 * header `x-user`, else Ada, and agrees to everything.
 *
 * @param documents Client ID Metadata Documents by URL, instead of those that the server would fetch.
 */
export function startAuthorizationServer(
  scopes: readonly string[],
  documents?: { readonly [url: string]: object },
): Promise<AuthorizationServer>;

/** Does what the user's browser does with the address of an authorization request. Returns the address that it ends at. */
export function openInBrowser(url: URL): Promise<URL>;
