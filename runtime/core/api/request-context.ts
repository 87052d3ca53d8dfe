import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import type { DeprecatedRequestContext } from './deprecated-context.js';

/**
 * The request that a handler serves: its client, progress, logging, cancellation.
 *
 * @typeParam App Return value of `setup` of the server.
 */
export interface RequestContext<App = unknown> extends DeprecatedRequestContext {
  /** Return value of `setup` in `handlers/server.ts`; `undefined` without `setup`. */
  readonly app: App;
  /** Aborted when the client cancels the request, the request times out or the server shuts down. */
  readonly signal: AbortSignal;
  /** The protocol version that the request is served in. */
  readonly protocolVersion: ProtocolVersion;
  /** The client's self-description, not verified. Absent if it sent none. */
  readonly client?: ClientIdentity;
  /** The client's capabilities. Empty until it declares them. */
  readonly clientCapabilities: { readonly [capability: string]: unknown };
  /** `_meta` of the request, as sent. */
  readonly meta: { readonly [key: string]: unknown };
  /** The trace that the client sent with the request. */
  readonly trace: TraceContext | undefined;
  /** The HTTP request that contained the MCP request; `undefined` on stdio. */
  readonly http: HttpRequestInfo | undefined;
  /** The caller, from `auth` of the definition or `authenticate`; `undefined` on stdio, and without either. */
  readonly auth: AuthInfo | undefined;
  /**
   * Reports progress. Ignored if the client did not request it (`progressToken`), if the value is not larger than the
   * last one, and after the response was sent.
   *
   * @param progress Amount of completed work, in any unit; must increase.
   * @param total Total amount of work, in the same unit, if known.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
   */
  progress(progress: number, total?: number, message?: string): void;
  /** Sends log messages to the client. Messages below the client's level are not sent. */
  readonly log: Logger;
  /**
   * Closes the event stream of the response; the client reconnects to get the response. Only has an effect over HTTP,
   * in a session with protocol version 2025-11-25.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
   */
  closeStream(): void;
}

/**
 * The distributed trace of a request, as W3C Trace Context and Baggage.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** An HTTP request as handlers and `authenticate` see it. */
export interface HttpRequestInfo {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  /** Returns the value of a header. The name is case-insensitive; values of repeated headers are joined by commas. */
  header(name: string): string | undefined;
  /**
   * The arguments that the platform passed to `fetch` after the request: `[env, ctx]` in a Worker. Absent on Node.
   */
  readonly platform?: readonly unknown[];
}

/**
 * Claims of a caller that `authenticate` returns and handlers read, in addition to those of {@link AuthInfo}. A project
 * declares their types once: `declare module 'create-mcp-from-schema/runtime' { interface AuthClaims { readonly tenant:
 * string } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- projects add to it
export interface AuthClaims {}

/** Names of the scopes that `auth` of the definition declares, as keys; `generated/auth.ts` adds them. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- generated code adds to it
export interface DeclaredScopes {}

/** Name of a scope that `auth` of the definition declares; any string without `auth`. */
export type ScopeName = [keyof DeclaredScopes] extends [never] ? string : keyof DeclaredScopes;

/**
 * Claims of a verified access token, as its issuer sent them. A project that knows their types declares them once:
 * `declare module 'create-mcp-from-schema/runtime' { interface TokenClaims { readonly tenant?: string } }`.
 */
export interface TokenClaims {
  readonly [claim: string]: unknown;
}

/** The authenticated caller of a request. */
export interface AuthInfo extends AuthClaims {
  /**
   * Identifies the user or the client. Sessions belong to the principal that opened them. With `auth` in the
   * definition: issuer and subject of the access token.
   */
  readonly principal: string;
  /**
   * Permissions of the caller. With `auth` in the definition: the caller's declared scopes, including implied scopes.
   */
  readonly scopes?: readonly ScopeName[];
  /** Claims without a declared type. */
  readonly [claim: string]: unknown;
}

export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

/** Severities of RFC 5424, least severe first. */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LogLevel = (typeof logLevels)[number];

/** One method per severity. `data` is any JSON value; `logger` names the logging part of the server. */
export type Logger = { readonly [level in LogLevel]: (data: unknown, logger?: string) => void };

/** Request for which arguments are supplied. */
export interface SuppliedRequest {
  readonly auth: AuthInfo | undefined;
  readonly http: HttpRequestInfo | undefined;
}
