import type { RequestContext } from 'create-mcp-from-schema/runtime';

declare module 'create-mcp-from-schema/runtime' {
  interface TokenClaims {
    /** Full name of the user, which the authorization server includes in access tokens. */
    readonly name?: string;
  }
}

/** A person who borrows books. */
export interface Reader {
  /** Unique ID across users and issuers. */
  readonly id: string;
  readonly name: string;
}

/** Returns the reader who sent a request. On stdio there are no tokens: the reader is the user who started the server. */
export function readerOf({ auth }: RequestContext): Reader {
  if (!auth) return { id: 'local', name: 'Local reader' };
  return { id: auth.principal, name: auth.claims.name ?? auth.subject };
}
