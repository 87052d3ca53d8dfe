import type { AuthInfo, HttpRequestInfo } from './request-context.js';

/**
 * `auth` of a definition, as `generated/auth.ts` contains it. Strings can refer to environment variables as `${NAME}`.
 */
export interface AuthDefinition {
  /** Issuers of access tokens. */
  readonly issuers: readonly string[];
  /** Address of the server for its clients. Default: the local address that it listens on. */
  readonly resource?: string;
  /** Values of `aud` in access tokens. Default: the resource. */
  readonly audiences?: readonly string[];
  /** Names of the declared scopes. */
  readonly scopes: readonly string[];
  /** Included scopes, by scope. */
  readonly implies: { readonly [scope: string]: readonly string[] };
  /** Scopes that all entries need. */
  readonly required: readonly string[];
  /** Prefix of scope names in challenges and metadata; tokens can have it, too. */
  readonly scopePrefix?: string;
  readonly introspection?: IntrospectionDefinition;
  readonly apiKeys?: ApiKeysDefinition;
  readonly clientCertificate?: ClientCertificateDefinition;
  /** Additional scopes, by list and entry. */
  readonly entries: { readonly [list in ProtectedList]: { readonly [name: string]: readonly string[] } };
}

/** The server's own account at an issuer, for token introspection (RFC 7662). */
export interface IntrospectionDefinition {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default: the first issuer. */
  readonly issuer?: string;
}

/** Source of the callers' keys: an environment variable, a file, or both. */
export interface ApiKeysDefinition {
  readonly variable?: string;
  readonly file?: string;
}

/** Passes the client's TLS certificate through the proxy that terminates TLS. */
export interface ClientCertificateDefinition {
  /** Name of the header that the proxy sets. The proxy must remove it from client requests. */
  readonly header: string;
}

/** A list whose entries can need scopes. */
export type ProtectedList = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

/** An entry that a request is about: a tool, prompt or template by name, a resource by URI. */
export interface ProtectedEntry {
  readonly list: ProtectedList;
  readonly name: string;
}

/** Access rules of a server, before its environment variables are read. */
export interface AuthSource {
  /**
   * Reads environment variables and keys.
   *
   * @throws TypeError for a missing or invalid value.
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
  /** Reads a text file. Absent on platforms without files. */
  readonly readFile?: (path: string) => Promise<string>;
  /**
   * Computes the SHA-256 of a string synchronously, as base64url: 20 µs faster than `crypto.subtle`. Absent on
   * platforms without a synchronous hash.
   */
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
   * Returns protected resource metadata as JSON text; `undefined` for a path without metadata.
   *
   * @see https://www.rfc-editor.org/rfc/rfc9728#section-3
   */
  findMetadata(path: string): string | undefined;
  /** Lists the paths of protected resource metadata. */
  listMetadata(): readonly string[];
  /** Authenticates a request. */
  authenticate(request: HttpRequestInfo): Promise<Verdict>;
  /** Creates the challenge for a request whose access token is not accepted. */
  refuseToken(request: HttpRequestInfo): Refusal;
  /** Returns all scopes that the entries need if the caller lacks any; otherwise `undefined`. */
  findLacking(entries: readonly ProtectedEntry[], auth: AuthInfo | undefined): readonly string[] | undefined;
  /** Creates the challenge for a caller who lacks scopes. */
  refuseScopes(scopes: readonly string[], request: HttpRequestInfo): Refusal;
  /** Issuers of access tokens. */
  readonly issuers: readonly string[];
  /** Address of the server for its clients. */
  resource(): string;
  /**
   * Returns the access token of an authenticated request; `undefined` for an API key, and for a token that has since expired.
   */
  findToken(request: HttpRequestInfo): Promise<CallerToken | undefined>;
  /** Verifies an access token for this server; `undefined` if it is not accepted. Rejects if it cannot be verified. */
  verifyToken(token: string): Promise<CallerToken | undefined>;
}

/** Verified access token of a caller. The server sends it only to the token endpoint that exchanges it. */
export interface CallerToken {
  readonly token: string;
  readonly issuer: string;
  /** Identifier that is unique per user, client and issuer, independent of `authenticate`. */
  readonly principal: string;
  /** Absent for a client that acts on its own behalf. */
  readonly subject: string | undefined;
}
