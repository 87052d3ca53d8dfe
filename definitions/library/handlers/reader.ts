import type { RequestContext } from 'create-mcp-from-schema/runtime';

declare module 'create-mcp-from-schema/runtime' {
  interface TokenClaims {
    /** Full name of the user; the authorization server puts it into access tokens. */
    readonly name?: string;
  }
}

/** A person who borrows books. */
export interface Reader {
  /** Different for each user of each issuer. */
  readonly id: string;
  readonly name: string;
}

/** The reader who sends a request. On stdin there are no tokens: the one person who started the server is the reader. */
export function readerOf({ auth }: RequestContext): Reader {
  if (!auth) return { id: 'local', name: 'Local reader' };
  return { id: auth.principal, name: auth.claims.name ?? auth.subject };
}
