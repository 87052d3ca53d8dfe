import type { AuthInfo, HttpRequestInfo } from './request-context.js';

/** `auth` of a definition, as `generated/auth.ts` has it. Texts may name environment variables as `${NAME}`. */
export interface AuthDefinition {
  /** Issuers of access tokens. */
  readonly issuers: readonly string[];
  /** Address of the server for its clients. Default: the address that it listens on, on the local machine. */
  readonly resource?: string;
  /** Values of `aud` in access tokens. Default: the resource. */
  readonly audiences?: readonly string[];
  /** Names of the declared scopes. */
  readonly scopes: readonly string[];
  /** The scopes that a scope includes. */
  readonly implies: { readonly [scope: string]: readonly string[] };
  /** Scopes that all entries need. */
  readonly required: readonly string[];
  /** Text before the names of scopes in challenges and metadata; tokens may have it. */
  readonly scopePrefix?: string;
  readonly introspection?: IntrospectionDefinition;
  readonly apiKeys?: ApiKeysDefinition;
  readonly clientCertificate?: ClientCertificateDefinition;
  /** Scopes of the entries that need more than the required ones. */
  readonly entries: { readonly [list in ProtectedList]: { readonly [name: string]: readonly string[] } };
}

/** The server's own account at an issuer, for token introspection (RFC 7662). */
export interface IntrospectionDefinition {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default: the first issuer. */
  readonly issuer?: string;
}

/** Source of the keys of callers: an environment variable, a file, or both. */
export interface ApiKeysDefinition {
  readonly variable?: string;
  readonly file?: string;
}

/** Way of the client's TLS certificate through the proxy that ends the TLS connection. */
export interface ClientCertificateDefinition {
  /** Name of the header that the proxy sets, and that it removes from the requests of clients. */
  readonly header: string;
}

/** A list whose entries can need scopes. */
export type ProtectedList = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

/** An entry that a request is about: a tool, prompt or template by name, a resource by URI. */
export interface ProtectedEntry {
  readonly list: ProtectedList;
  readonly name: string;
}

/** Declaration of who may use a server, before its environment is known. */
export interface AuthSource {
  /**
   * Reads environment variables and keys.
   *
   * @throws TypeError for a missing or wrong value.
   */
  open(platform: AuthPlatform): Promise<AccessControl>;
}

/** Platform that a protected server runs on. */
export interface AuthPlatform {
  readonly environment: { readonly [name: string]: string | undefined };
  /** Name of the server for users. */
  readonly name: string;
  /** Path of the endpoint. */
  readonly path: string;
  /** Address that the server listens on; `undefined` if other machines can reach it. */
  readonly localAddress: (() => string) | undefined;
  /** Reads a text file; absent where there are none. */
  readonly readFile?: (path: string) => Promise<string>;
  /** Synchronous SHA-256 of a text, as base64url, 20 µs faster than `crypto.subtle`. Absent on platforms without one. */
  readonly hash?: (text: string) => string;
  /** Reports a failure or a warning to the operator. Default kind: `ERROR`. */
  readonly report: (subject: string, message: string, kind?: 'ERROR' | 'WARNING') => void;
}

/**
 * Result of checking the credentials of a request: the caller and when the credentials expire (milliseconds since
 * 1970), or a refusal.
 */
export type Verdict =
  { readonly auth: AuthInfo; readonly expiresAt?: number | undefined } | { readonly refusal: Refusal };

/** Refusal of a request over HTTP. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 503;
  readonly message: string;
  /** Value of the `WWW-Authenticate` header. */
  readonly challenge?: string;
}

/** Access control of a server over HTTP. */
export interface AccessControl {
  /** Default of the option `callsPerSecond`. */
  readonly callsPerSecond: number;
  /**
   * Protected resource metadata as JSON text; `undefined` for a path that has none.
   *
   * @see https://www.rfc-editor.org/rfc/rfc9728#section-3
   */
  findMetadata(path: string): string | undefined;
  /** Paths that have protected resource metadata. */
  listMetadata(): readonly string[];
  /** Authenticates a request. */
  authenticate(request: HttpRequestInfo): Promise<Verdict>;
  /** Challenge for a request whose access token is not accepted. */
  refuseToken(request: HttpRequestInfo): Refusal;
  /** All scopes that the entries need, when the caller lacks one of them; else `undefined`. */
  findLacking(entries: readonly ProtectedEntry[], auth: AuthInfo | undefined): readonly string[] | undefined;
  /** Challenge for a caller who lacks scopes. */
  refuseScopes(scopes: readonly string[], request: HttpRequestInfo): Refusal;
  /** Issuers of access tokens. */
  readonly issuers: readonly string[];
  /** Address of the server for its clients. */
  resource(): string;
  /** The access token of a request that was authenticated; `undefined` for an API key, and for a token that has expired since. */
  findToken(request: HttpRequestInfo): Promise<CallerToken | undefined>;
  /** Verifies an access token for this server; `undefined` if it is not accepted. Rejects if it cannot be verified. */
  verifyToken(token: string): Promise<CallerToken | undefined>;
}

/** Access token of a caller, as it was verified. It never leaves the server, except to the token endpoint that exchanges it. */
export interface CallerToken {
  readonly token: string;
  readonly issuer: string;
  /** Unique per user, client and issuer, independent of `authenticate`. */
  readonly principal: string;
  /** Absent for a client that acts for itself. */
  readonly subject: string | undefined;
}
