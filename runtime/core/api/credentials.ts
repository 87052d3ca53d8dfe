import type { AuthInfo } from './request-context.js';

/**
 * Function that decides whose credentials an API is called with: `credentials` in `handlers/server.ts`. It is called
 * for every call of an API. If it returns `undefined`, the credentials of the environment variables are used. The
 * message of an `AccessError` reaches the client; other messages are masked like those of handlers.
 *
 * @typeParam Api Names of the APIs; `generated/api-calls.ts` exports the type for those of the project.
 * @typeParam App Return value of `setup` of the server.
 */
export type Credentials<Api extends string = string, App = unknown> = (
  request: CredentialsRequest<Api, App>,
) => ApiCredentials | undefined | Promise<ApiCredentials | undefined>;

/** Call of an API that needs credentials. */
export interface CredentialsRequest<Api extends string = string, App = unknown> {
  /** Return value of `setup` in `handlers/server.ts`. */
  readonly app: App;
  /** Name of the API: its key under `openapi` in the definition, else the name of its document. */
  readonly api: Api;
  /** Name of the tool. */
  readonly tool: string;
  /** Identity of the caller; `undefined` on stdio and without `authenticate`. */
  readonly principal: string | undefined;
  /** The caller, as returned by `authenticate`. */
  readonly auth: AuthInfo | undefined;
  /**
   * Alternatives of security schemes, best first: scopes by the name of the scheme, which is `auth` for `auth` of the
   * definition. `[]` if the operation needs no credentials; `undefined` if the document does not specify it.
   */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[] | undefined;
  /** The API refused the last credentials of this call (401): renew a cached token. At most once per call. */
  readonly renew: boolean;
  /** Aborted when the API call times out, and when the client cancels. */
  readonly signal: AbortSignal;
}

/**
 * Credentials for one call, instead of those of the environment. At least one member is given; `bearer` excludes
 * `basic`. An operation with `security: []` gets `headers` only. Other hosts than that of the API get nothing.
 */
export interface ApiCredentials {
  /** Access token, sent as `Authorization: Bearer`. */
  readonly bearer?: string;
  /** HTTP basic. */
  readonly basic?: { readonly username: string; readonly password: string };
  /** API key for the first scheme `apiKey` of the operation, else of the API; or keys by the names of the schemes. */
  readonly apiKey?: string | { readonly [scheme: string]: string };
  /** Further headers, by name. */
  readonly headers?: { readonly [name: string]: string };
}
