import type { Mount, MountResponse, MountGuard } from '../../core/service/mount.js';
import { isJsonObject } from '../../wire/json.js';
import { isModernRequest } from '../../wire/json-rpc.js';
import { formatReport } from '../../core/service/report.js';
import { reportThrown } from '../../core/service/report-thrown.js';
import { isModernVersion, legacyProtocolVersions } from '../../wire/protocol-versions.js';
import type { Service } from '../../core/service/service.js';
import { callerAddress } from './caller-address.js';
import { prepareAllowed } from './prepare-allowed.js';
import { checkHost, checkOrigin, corsHeaders, preflightHeaders } from './check-host-and-origin.js';
import { findSender, type Authenticate, type Sender } from './find-sender.js';
import { HttpError, refuse } from './http-error.js';
import { DisconnectError, type HttpHeaders, type HttpReply, type HttpRequest } from './http-message.js';
import type { ResolvedHttpOptions } from './http-options.js';
import type { HttpSession } from './http-session.js';
import type { Post } from './post-reply.js';
import { checkContentType, parseMessage, readAccept } from './read-message.js';
import { RequestLimit } from './request-limit.js';
import { RouteTable, type Routes } from './routes.js';
import { healthMount, type Readiness } from './serve-health.js';
import { serveDelete, serveLegacy, serveListening, type LegacyServing } from './serve-legacy.js';
import { serveModern } from './serve-modern.js';
import { messagePath, openSseStream, serveSseMessage, streamPath } from './serve-legacy-sse.js';
import { SessionStore } from './session-store.js';
import { StreamPool } from './stream-pool.js';
import { UnfinishedRequests } from './unfinished-requests.js';

/** Checks of a request, in order. Mounts are tried after each check. */
const guards: readonly (readonly [MountGuard, (request: HttpRequest, options: ResolvedHttpOptions) => void])[] = [
  ['nothing', () => undefined],
  ['host', checkHost],
  ['origin', checkOrigin],
];

/** Maximum number of distinct items of advice that are reported. */
const maxAdvice = 10;

/** Options of an `HttpEndpoint`. */
export interface EndpointOptions {
  readonly http: ResolvedHttpOptions;
  readonly maxMessageBytes: number;
  readonly sequential: boolean;
  readonly authenticate?: Authenticate<never> | undefined;
  readonly routes?: Routes<never> | undefined;
}

/**
 * MCP endpoint over HTTP, for both eras. Requests come from the adapters for Node and `fetch`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export class HttpEndpoint {
  readonly #service: Service;
  readonly #options: EndpointOptions;
  readonly #legacy: LegacyServing;
  readonly #requests: RequestLimit;
  readonly #routes: RouteTable;
  readonly #mounts: readonly Mount[];
  #isLeaving = false;
  /** Advice that has already been reported; at most {@link maxAdvice} items, because any client can cause advice. */
  readonly #advised = new Set<string>();

  /** @throws TypeError for an invalid route. */
  constructor(service: Service, options: EndpointOptions) {
    const { http, sequential, routes = {}, maxMessageBytes } = options;
    this.#routes = new RouteTable(routes, endpointPaths(http), maxMessageBytes, service);
    this.#mounts = [healthMount(() => this.#readiness), ...(service.mounts ?? [])];
    this.#service = service;
    this.#options = options;
    this.#requests = new RequestLimit(http.maxRequests);
    const streams = new StreamPool(http.maxStreams, http.keepAliveMs);
    const { timer } = streams;
    this.#legacy = {
      service,
      streams,
      unfinished: new UnfinishedRequests(),
      sessions: http.sessions ? new SessionStore(http.maxSessions, http.sessionIdleMs, timer) : undefined,
      sseSessions: new SessionStore(http.maxStreams, http.sessionIdleMs, timer),
      sequential,
    };
  }

  /**
   * Checks that no user route conflicts with a mount.
   *
   * @throws TypeError for a route that a mount would hide.
   */
  checkRoutes(): void {
    this.#routes.refuse(this.#mounts.flatMap(({ paths }) => paths));
  }

  /**
   * Joins the other processes of the server, if it has `stores`. Call it before the first request; later calls have no
   * effect.
   */
  async open(): Promise<void> {
    const store = this.#service.stores?.shared;
    if (store === undefined || this.#legacy.shared !== undefined) return;
    const { SharedSessions } = await import('./shared/shared-sessions.js');
    const shared = new SharedSessions(this.#legacy, store, this.#options.http);
    await shared.open();
    this.#legacy.shared = shared;
  }

  /** Serves a request. Never rejects. */
  async handle(request: HttpRequest, reply: HttpReply): Promise<void> {
    let headers: HttpHeaders = {};
    try {
      const path = pathOf(request);
      const hasRoute = this.#routes.has(path);
      for (const [guard, check] of guards) {
        check(request, this.#options.http);
        const respond = this.#findMounted(guard, request, path, hasRoute);
        if (respond !== undefined) {
          const { status, headers: responseHeaders, body } = await respond();
          reply.send(status, responseHeaders, body);
          return;
        }
      }
      if (hasRoute) {
        await this.#routes.serve(path, request, reply, this.#requests);
        return;
      }
      headers = corsHeaders(request);
      if (request.method === 'OPTIONS') {
        reply.send(204, preflightHeaders(request));
        return;
      }
      this.#checkPath(path);
      const address = callerAddress(request.remoteAddress);
      const sender: Sender = this.#isOpen ? { auth: undefined } : await this.#findSender(request, address);
      const { auth, expiresAt } = sender;
      const caller = auth === undefined ? address : `principal ${auth.principal}`;
      await this.#route(path, { request, reply, headers, auth, expiresAt, caller });
    } catch (error) {
      this.#refuse(request, reply, error, headers);
    }
  }

  /** Makes `/readyz` report that the server should receive no new requests. The endpoint still serves requests. */
  leave(): void {
    this.#isLeaving = true;
  }

  /**
   * Ends subscriptions, and client requests whose responses can no longer arrive. Resolves when all running requests
   * have responses.
   *
   * @param isLast Whether the other processes of the server are also ending, so that no process can receive client responses.
   */
  async drain(isLast = false): Promise<void> {
    this.leave();
    const ended = this.#service.enabled.end();
    this.#legacy.sessions?.endInput();
    this.#legacy.sseSessions.endInput();
    if (isLast) this.#legacy.shared?.endInput();
    await Promise.all([ended, this.#requests.drain()]);
  }

  /** Fails running requests, and closes sessions and streams. Sessions in the store continue in other processes. */
  async close(): Promise<void> {
    this.#legacy.unfinished.failOnShutdown();
    this.#legacy.sessions?.closeAll();
    this.#legacy.sseSessions.closeAll();
    await this.#legacy.shared?.close();
  }

  #refuse(request: HttpRequest, reply: HttpReply, error: unknown, headers: HttpHeaders): void {
    if (error instanceof DisconnectError) return;
    let reported = error;
    const { telemetry, report } = this.#service;
    try {
      if (error instanceof HttpError) {
        telemetry?.refuse?.(error.status, error.message, { http: request, socket: request });
        this.#advise(error);
        refuse(reply, error, headers);
        return;
      }
    } catch (unwritable) {
      // A challenge is user text and may contain characters that are not allowed in headers.
      reported = unwritable;
    }
    reportThrown(report, 'HTTP', reported);
    refuse(reply, new HttpError(500, 'Internal error', {}, -32603), headers);
  }

  #advise({ message, advice }: HttpError): void {
    if (advice === undefined || this.#advised.has(advice) || this.#advised.size === maxAdvice) return;
    this.#advised.add(advice);
    this.#service.report(formatReport('HTTP', `${message}: ${advice}`, 'WARNING'));
  }

  /** @throws HttpError 404 */
  #checkPath(path: string): void {
    const isSse = this.#options.http.legacySse && (path === messagePath || path === streamPath);
    if (path !== this.#options.http.path && !isSse) throw new HttpError(404, 'Not Found');
  }

  get #readiness(): Readiness {
    return { isStopping: this.#isLeaving, isStoreAway: this.#service.stores?.shared.isAvailable === false };
  }

  #route(path: string, sent: Omit<Post, 'accepted' | 'prepared'>): Promise<void> | undefined {
    const { request, reply, headers, auth, expiresAt, caller } = sent;
    const isMessage = path === messagePath && this.#options.http.legacySse;
    const isStream = path === streamPath && this.#options.http.legacySse;
    const { method } = request;
    // Member by member: spreading the object takes 1 µs.
    const post = (): Post => {
      const accepted = readAccept(request);
      return { request, reply, headers, auth, expiresAt, caller, accepted, prepared: undefined };
    };
    if (method === 'POST' && !isStream) return this.#receive(post(), isMessage);
    if (isStream && method === 'GET') return openSseStream(this.#legacy, post());
    if (isMessage || isStream) throw notAllowed(isMessage ? 'POST' : 'GET');
    if (method === 'GET') return serveListening(this.#legacy, this.#findSessions(request), post());
    if (method === 'DELETE') return serveDelete(this.#legacy, this.#findSessions(request), post());
    throw notAllowed(this.#legacy.sessions === undefined ? 'POST' : 'POST, GET, DELETE');
  }

  /** Returns the sessions for a GET or DELETE, which only clients with sessions send. */
  #findSessions(request: HttpRequest): SessionStore<HttpSession> {
    const { sessions } = this.#legacy;
    const version = request.header('mcp-protocol-version');
    const isClaimed = version !== undefined || request.header('mcp-session-id') !== undefined;
    if (sessions === undefined || !isClaimed || isModernVersion(version)) throw notAllowed('POST');
    if (claimsModern(request)) throw new HttpError(400, 'Bad Request: unsupported MCP-Protocol-Version');
    return sessions;
  }

  /** Whether callers need no authentication. */
  get #isOpen(): boolean {
    return this.#service.access === undefined && this.#options.authenticate === undefined;
  }

  /** Returns a function that serves a request to a mount; `undefined` for other requests. */
  #findMounted(
    guard: MountGuard,
    request: HttpRequest,
    path: string,
    hasRoute: boolean,
  ): (() => MountResponse | Promise<MountResponse>) | undefined {
    for (const { paths, after, isCounted, isForOpenServers, find } of this.#mounts) {
      const isSkipped = (hasRoute && paths.length === 0) || (isForOpenServers === true && !this.#isOpen);
      const respond = after === guard && !isSkipped ? find(request, path) : undefined;
      if (respond !== undefined) return isCounted === true ? () => this.#count(respond, request) : respond;
    }
    return undefined;
  }

  async #count<Answer>(respond: () => Answer | Promise<Answer>, request: HttpRequest): Promise<Answer> {
    const address = callerAddress(request.remoteAddress);
    this.#requests.begin(address, 1);
    try {
      return await respond();
    } finally {
      this.#requests.end(address, 1);
    }
  }

  async #findSender(request: HttpRequest, address: string | undefined): Promise<Sender> {
    const { access, state } = this.#service;
    this.#requests.begin(address, 1);
    try {
      return await findSender(request, access, this.#options.authenticate, state.app);
    } finally {
      this.#requests.end(address, 1);
    }
  }

  async #receive(post: Post, isSseMessage: boolean): Promise<void> {
    const { request, caller } = post;
    const { maxMessageBytes } = this.#options;
    checkContentType(request);
    const place = this.#requests.awaitBody(post);
    let body: Uint8Array | undefined;
    let isAwaited = true;
    try {
      body = await request.readBody(maxMessageBytes);
    } finally {
      isAwaited = this.#requests.endBody(post, place);
    }
    // The request was rejected in the meantime.
    if (!isAwaited) return;
    const message = parseMessage(body, maxMessageBytes);
    const count = Array.isArray(message) ? Math.max(1, message.length) : 1;
    this.#requests.begin(caller, count);
    try {
      if (this.#service.access !== undefined) post.prepared = await prepareAllowed(this.#service, post, message);
      await (isSseMessage ? serveSseMessage(this.#legacy, post, message) : this.#serve(post, message));
    } finally {
      this.#requests.end(caller, count);
    }
  }

  /**
   * @see
   *   https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
   */
  #serve(post: Post, message: unknown): Promise<void> | undefined {
    const params = isJsonObject(message) ? message['params'] : undefined;
    const isModern = claimsModern(post.request) || (isJsonObject(params) && isModernRequest({ params }));
    return isModern ? serveModern(this.#legacy, post, message) : serveLegacy(this.#legacy, post, message);
  }
}

/** Lists the paths of the endpoint itself. */
export function endpointPaths({ path, legacySse }: ResolvedHttpOptions): readonly string[] {
  return [path, ...(legacySse ? [messagePath, streamPath] : [])];
}

/** Returns the path of a request, without its query. */
function pathOf({ url }: HttpRequest): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/**
 * Whether the version header is not a legacy protocol version. Any such version counts as modern, even if it is not
 * supported.
 */
function claimsModern(request: HttpRequest): boolean {
  const version = request.header('mcp-protocol-version');
  return version !== undefined && !legacyProtocolVersions.some((protocolVersion) => protocolVersion === version);
}

function notAllowed(allow: string): HttpError {
  return new HttpError(405, 'Method Not Allowed', { Allow: allow });
}
