import { AccessError } from '../api/access-error.js';
import type { AuthInfo, HttpRequestInfo } from '../api/handlers.js';
import { isJsonObject } from '../protocol/json-object.js';
import { isModernRequest } from '../modern/is-modern-request.js';
import { messageOf } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import { legacyRevisions, modernRevisions } from '../protocol/revisions.js';
import type { Service } from '../service/service.js';
import { corsHeaders, findForbidden, preflightHeaders } from './guard-request.js';
import { DisconnectError } from './disconnect-error.js';
import { HttpError, refuse } from './http-error.js';
import { noHeaders, type HttpHeaders, type HttpReply, type HttpRequest } from './http-message.js';
import type { ResolvedHttpOptions } from './http-options.js';
import type { Post } from './post-reply.js';
import { checkMessage, parseMessage, readAccept } from './read-message.js';
import { serveDelete, serveLegacy, serveListening, type LegacyServing } from './serve-legacy.js';
import { serveModern } from './serve-modern.js';
import { SessionStore } from './session-store.js';
import { messagePath, SsePair, streamPath } from './sse-pair.js';
import { StreamPool } from './stream-pool.js';

/** Finds out who sends a request. `undefined` or an {@link AccessError} refuses it. */
export type Authenticate = (request: HttpRequestInfo) => AuthInfo | undefined | Promise<AuthInfo | undefined>;

export interface EndpointOptions {
  readonly http: ResolvedHttpOptions;
  readonly maxMessageBytes: number;
  readonly ordered: boolean;
  readonly authenticate?: Authenticate | undefined;
}

/**
 * The MCP endpoint over HTTP, for both eras at once. Adapters hand requests to it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export class HttpEndpoint {
  readonly #service: Service;
  readonly #options: EndpointOptions;
  readonly #streams: StreamPool;
  readonly #legacy: LegacyServing;
  readonly #pair: SsePair | undefined;
  /** A `Host` that is allowed. */
  #knownHost: string | undefined;
  #running = 0;
  #onIdle: (() => void)[] = [];

  constructor(service: Service, options: EndpointOptions) {
    const { http, ordered } = options;
    this.#service = service;
    this.#options = options;
    this.#streams = new StreamPool(http.maxStreams, http.keepAliveMs);
    const sessions = new SessionStore(http.maxSessions, http.sessionIdleMs, this.#streams.heart);
    this.#legacy = { service, streams: this.#streams, sessions: http.sessions ? sessions : undefined, ordered };
    this.#pair = http.sse ? new SsePair(service, this.#streams, ordered) : undefined;
  }

  /** Answers a request, whatever it is. Never throws. */
  handle(request: HttpRequest, reply: HttpReply): void {
    let headers = noHeaders;
    try {
      const host = request.read('host');
      const origin = request.read('origin');
      const forbidden = findForbidden(host, origin, this.#knownHost, this.#options.http);
      if (forbidden !== undefined) throw new HttpError(403, `Forbidden: ${forbidden}`);
      this.#knownHost = host;
      headers = corsHeaders(origin);
      if (request.method === 'OPTIONS') {
        reply.send(204, preflightHeaders(request));
        return;
      }
      const path = this.#findPath(request);
      const { authenticate } = this.#options;
      // Promises cost more than all the rest here: there are none that nobody needs.
      if (authenticate === undefined) this.#route(path, request, reply, headers, undefined);
      else void this.#admit(authenticate, path, request, reply, headers);
    } catch (error) {
      this.#refuse(reply, error, headers);
    }
  }

  /** Ends subscriptions and questions, and resolves when all that is being served has been answered. */
  async drain(): Promise<void> {
    const ended = this.#service.enabled.end();
    this.#legacy.sessions?.endInput();
    this.#pair?.endInput();
    const idle = new Promise<void>((resolve) => {
      if (this.#running === 0) resolve();
      else this.#onIdle.push(resolve);
    });
    await Promise.all([ended, idle, this.#legacy.sessions?.whenIdle(), this.#pair?.whenIdle()]);
  }

  /** Ends sessions and streams, and stops what is still running. */
  close(): void {
    this.#legacy.sessions?.closeAll();
    this.#pair?.close();
  }

  #refuse(reply: HttpReply, error: unknown, headers: HttpHeaders): void {
    if (error instanceof DisconnectError) return;
    let fault = error;
    try {
      if (error instanceof HttpError) {
        refuse(reply, error, headers);
        return;
      }
    } catch (unwritable) {
      // A challenge is the user's text, and may be none that a header can hold.
      fault = unwritable;
    }
    this.#service.report(formatReport('HTTP', messageOf(fault)));
    refuse(reply, new HttpError(500, 'Internal error', {}, -32603), headers);
  }

  /** @throws HttpError 404 */
  #findPath({ url }: HttpRequest): string {
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    const isPair = this.#pair !== undefined && (path === messagePath || path === streamPath);
    if (path !== this.#options.http.path && !isPair) throw new HttpError(404, 'Not Found');
    return path;
  }

  async #admit(
    authenticate: Authenticate,
    path: string,
    request: HttpRequest,
    reply: HttpReply,
    headers: HttpHeaders,
  ): Promise<void> {
    try {
      this.#route(path, request, reply, headers, await findSender(authenticate, request));
    } catch (error) {
      this.#refuse(reply, error, headers);
    }
  }

  #route(path: string, request: HttpRequest, reply: HttpReply, headers: HttpHeaders, auth: AuthInfo | undefined): void {
    const isMessage = path === messagePath && this.#pair !== undefined;
    const isStream = path === streamPath && this.#pair !== undefined;
    const { method } = request;
    const post = (): Post => ({ request, reply, headers, auth, accepted: readAccept(request) });
    if (method === 'POST' && !isStream) this.#receive(post(), isMessage);
    else if (isStream && method === 'GET') this.#pair?.open(post());
    else if (isMessage || isStream) throw notAllowed(isMessage ? 'POST' : 'GET');
    else if (method === 'GET') serveListening(this.#findSessions(request), post());
    else if (method === 'DELETE') serveDelete(this.#findSessions(request), post());
    else throw notAllowed(this.#legacy.sessions === undefined ? 'POST' : 'POST, GET, DELETE');
  }

  /** The sessions, for what only a client with a session does. */
  #findSessions(request: HttpRequest): SessionStore {
    const { sessions } = this.#legacy;
    const version = request.read('mcp-protocol-version');
    const isClaimed = version !== undefined || request.read('mcp-session-id') !== undefined;
    if (sessions === undefined || !isClaimed || isModernVersion(version)) throw notAllowed('POST');
    if (claimsModern(request)) throw new HttpError(400, 'Bad Request: unsupported MCP-Protocol-Version');
    return sessions;
  }

  #receive(post: Post, isPairMessage: boolean): void {
    if (this.#running >= this.#options.http.maxRequests) {
      throw new HttpError(503, 'Service Unavailable: too many requests at once', { 'Retry-After': '1' });
    }
    checkMessage(post.request);
    this.#running += 1;
    const fail = (error: unknown): void => {
      this.#leave();
      this.#refuse(post.reply, error, post.headers);
    };
    const { maxMessageBytes } = this.#options;
    const take = (body: Uint8Array | undefined): void => {
      try {
        const served = this.#serve(post, parseMessage(body, maxMessageBytes), isPairMessage);
        if (served === undefined) this.#leave();
        else served.then(() => this.#leave(), fail);
      } catch (error) {
        fail(error);
      }
    };
    post.request.readBody(maxMessageBytes, take, fail);
  }

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions */
  #serve(post: Post, message: unknown, isPairMessage: boolean): Promise<void> | undefined {
    if (isPairMessage) {
      this.#pair?.receive(post, message);
      return undefined;
    }
    return claimsModern(post.request) || carriesModernClaim(message)
      ? serveModern(this.#service, this.#streams, post, message)
      : serveLegacy(this.#legacy, post, message);
  }

  #leave(): void {
    this.#running -= 1;
    if (this.#running === 0 && this.#onIdle.length > 0) for (const wake of this.#onIdle.splice(0)) wake();
  }
}

async function findSender(authenticate: Authenticate, request: HttpRequest): Promise<AuthInfo> {
  try {
    const auth = await authenticate(request);
    if (auth !== undefined) return auth;
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    const headers = error.challenge === undefined ? {} : { 'WWW-Authenticate': error.challenge };
    throw new HttpError(error.status, error.message, headers);
  }
  throw new HttpError(401, 'Unauthorized', { 'WWW-Authenticate': 'Bearer' });
}

/** A version that no legacy revision has is a modern one, known or not. */
function claimsModern(request: HttpRequest): boolean {
  const version = request.read('mcp-protocol-version');
  return version !== undefined && !legacyRevisions.some((revision) => revision === version);
}

function isModernVersion(version: string | undefined): boolean {
  return modernRevisions.some((revision) => revision === version);
}

function carriesModernClaim(message: unknown): boolean {
  return isJsonObject(message) && isJsonObject(message['params']) && isModernRequest({ params: message['params'] });
}

function notAllowed(allow: string): HttpError {
  return new HttpError(405, 'Method Not Allowed', { Allow: allow });
}
