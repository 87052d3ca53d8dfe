/** Real authorization server (oidc-provider) on the local machine. */
export interface AuthorizationServer {
  /** The issuer. */
  readonly url: string;
  /** Parameters of the requests for authorization, in order. */
  readonly requests: URLSearchParams[];
  close(): void;
}

/** Starts an authorization server with dynamic registration, whose user agrees to everything. */
export function startAuthorizationServer(scopes: readonly string[]): Promise<AuthorizationServer>;

/** Does what the user's browser does with the address of an authorization request. Returns the address that it ends at. */
export function openInBrowser(url: URL): Promise<URL>;
