import type { Revision } from '../protocol/revisions.js';

/** What every handler is told about the request that it answers. */
export interface RequestContext {
  /** Aborted when the client cancels, when time is up and when the server shuts down. */
  readonly signal: AbortSignal;
  /** The revision that the request is served in. */
  readonly revision: Revision;
  /** The client as it names itself; not verified. Absent when it did not say. */
  readonly client?: ClientIdentity;
  /** What the client can do; empty until it said so. */
  readonly clientCapabilities: { readonly [capability: string]: unknown };
  /** `_meta` of the request, as sent. */
  readonly meta: { readonly [key: string]: unknown };
  /** The trace that the request belongs to, when the client told. */
  readonly trace: TraceContext | undefined;
  /** The HTTP request that carried the request; `undefined` on stdio. */
  readonly http: HttpRequestInfo | undefined;
  /** Who sends the request, as `authenticate` found out; `undefined` where there is no `authenticate`. */
  readonly auth: AuthInfo | undefined;
  /**
   * Reports how far the work is. Does nothing unless the client asked for it (`progressToken`), nor when the value is
   * not larger than the last one, nor after the request was answered.
   *
   * @param progress Work done so far, in any unit; must grow.
   * @param total All of the work, in the same unit, when it is known.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
   */
  progress(progress: number, total?: number, message?: string): void;
  /** Sends log messages to the client; what is below the level that the client asked for is not sent. */
  readonly log: Logger;
  /**
   * Lets go of the connection that waits for the answer: the client comes back for it after a while. Does something
   * only where it can come back, which is over HTTP, in a session of revision 2025-11-25.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
   */
  releaseConnection(): void;
}

/**
 * Where a request stands in a distributed trace, in the words of W3C Trace Context and Baggage.
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
  /** The value of a header, by name in any case; values of repeated headers are joined by commas. */
  header(name: string): string | undefined;
}

/** Who sends a request. */
export interface AuthInfo {
  /** Identifies the user or the client. Sessions belong to the principal that opened them. */
  readonly principal: string;
  /** What it may do. */
  readonly scopes?: readonly string[];
  /** Whatever else handlers need. */
  readonly [claim: string]: unknown;
}

export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

/** Severities of RFC 5424, least first. */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LogLevel = (typeof logLevels)[number];

/** One method per severity. `data` is any JSON value; `logger` names the part of the server that speaks. */
export type Logger = { readonly [level in LogLevel]: (data: unknown, logger?: string) => void };
