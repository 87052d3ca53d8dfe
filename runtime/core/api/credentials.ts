import type { AuthInfo } from './request-context.js';

/**
 * Function that decides whose credentials an API is called with: `credentials` in `handlers/server.ts`. It runs for
 * every API call. If it returns `undefined`, the credentials from the environment are used. The message of an
 * `AccessError` reaches the client; other messages are masked, like messages of handler errors.
 *
 * @typeParam Api Names of the APIs; `generated/api-calls.ts` exports the type for the project's APIs.
 * @typeParam App Return value of `setup` of the server.
 */
export type Credentials<Api extends string = string, App = unknown> = (
  request: CredentialsRequest<Api, App>,
) => ApiCredentials | undefined | Promise<ApiCredentials | undefined>;

/** Call of an API that needs credentials. */
export interface CredentialsRequest<Api extends string = string, App = unknown> {
  /** Return value of `setup` in `handlers/server.ts`. */
  readonly app: App;
  /** Name of the API: its key under `openapi` in the definition, or the name of its document. */
  readonly api: Api;
  /** Name of the tool. */
  readonly tool: string;
  /** Identity of the caller; `undefined` on stdio and without `authenticate`. */
  readonly principal: string | undefined;
  /** The caller, as returned by `authenticate`. */
  readonly auth: AuthInfo | undefined;
  /**
   * Alternative security requirements, best first: scopes by scheme name. The scheme of `auth` in the definition is
   * named `auth`. `[]` if the operation needs no credentials; `undefined` if the document does not specify it.
   */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[] | undefined;
  /** The API refused the last credentials of this call (401): renew a cached token. At most once per call. */
  readonly renew: boolean;
  /** Aborted when the API call times out or the client cancels. */
  readonly signal: AbortSignal;
}

/**
 * Credentials for one call, instead of those from the environment. At least one member is set; `bearer` excludes
 * `basic`. An operation with `security: []` gets only `headers`. Only the API's own host gets credentials.
 */
export interface ApiCredentials {
  /** Access token, sent as `Authorization: Bearer`. */
  readonly bearer?: string;
  /** HTTP basic. */
  readonly basic?: { readonly username: string; readonly password: string };
  /** API key for the first `apiKey` scheme of the operation or else of the API; or API keys by scheme name. */
  readonly apiKey?: string | { readonly [scheme: string]: string };
  /** Additional headers, by name. */
  readonly headers?: { readonly [name: string]: string };
}
