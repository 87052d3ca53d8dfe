import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { defaultShutdownTimeoutMs, defaultMaxMessageBytes } from '../../core/service/default-limits.js';
import { callerAddress } from '../http/caller-address.js';
import { isLocal } from '../http/check-host-and-origin.js';
import { HttpEndpoint } from '../http/endpoint.js';
import type { Authenticate } from '../http/find-sender.js';
import type { Routes } from '../http/routes.js';
import { resolveHttpOptions, type HttpOptions, type ResolvedHttpOptions } from '../http/http-options.js';
import { openHttpPorts } from '../http/open-http-ports.js';
import type { Platform } from '../../core/sharing/open-server.js';
import { SharedLimit } from '../../core/sharing/shared-limit.js';
import { waitAtMost, withResolver } from '../../wire/promises.js';
import { formatReport } from '../../core/service/report.js';
import type { Service } from '../../core/service/service.js';
import { formatUrl } from './format-url.js';
import { openPort } from './open-port.js';
import { NodeReply, NodeRequest } from './http-adapter.js';
import type { Serving } from './serve-stdio.js';
import type { StartOptions } from './start-options.js';
import type { WorkerRole } from './workers/join-workers.js';

/**
 * Time limit for sending the head of a request, and interval of its checks, in milliseconds.
 */
const headTimeoutMs = 10_000;
const checkIntervalMs = 1000;
/**
 * Time that idle connections can stay open when a worker retires, in milliseconds. Clients such as Node's `fetch` close
 * idle connections after 4 s.
 */
const retirementMs = 5000;
/** Polling interval for the connections of a stopping server, in milliseconds. */
const pollMs = 20;

/** Members of `handlers/server.ts` that apply over HTTP. */
export interface HttpMembers<App = never> {
  /** Authenticates the sender of a request. */
  readonly authenticate?: Authenticate<App> | undefined;
  /** Additional paths next to the endpoint. */
  readonly routes?: Routes<App> | undefined;
}

/** Time limit for closing the endpoint, in milliseconds. */
const closeMs = 1000;

/** Time for clients to read the last responses, even after the shutdown timeout, in milliseconds. */
const readingMs = 250;

/** Running HTTP server. */
export interface HttpServing extends Serving {
  /** URL of the MCP endpoint. */
  readonly url: string;
}

/** Holder for the address of an endpoint, which is set once it listens. */
export interface HttpPlace {
  url: string;
}

/** Returns a function that opens the ports that only HTTP servers have. The address in `place` is set later. */
export function openHttp(options: HttpOptions, place: HttpPlace): NonNullable<Platform['openHttp']> {
  const { path, host } = resolveHttpOptions(options);
  return (server) =>
    openHttpPorts(server, {
      environment: process.env,
      path,
      localAddress: isLocal(host) ? () => place.url : undefined,
      readFile: (file) => readFile(file, 'utf8'),
      hash: (text) => hash('sha256', text, 'base64url'),
    });
}

/**
 * Serves over Streamable HTTP. Resolves when the server listens.
 *
 * @param overrides Options of the command line, which override `options.http`.
 * @param role Source of connections in a worker. Default: the port.
 * @param place Object whose address is set to the endpoint's address.
 * @throws TypeError for invalid options and routes; the system error if it cannot listen.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export async function serveHttp(
  service: Service,
  options: StartOptions,
  overrides: HttpOptions = {},
  { authenticate, routes }: HttpMembers = {},
  role?: WorkerRole,
  place: HttpPlace = { url: '' },
): Promise<HttpServing> {
  const http = resolveHttpOptions({ ...options.http, ...overrides });
  const endpoint = new HttpEndpoint(service, {
    http,
    maxMessageBytes: options.maxMessageBytes ?? defaultMaxMessageBytes,
    sequential: options.sequential ?? false,
    authenticate,
    routes,
  });
  // Twice, to allow for idle keep-alive connections.
  const connections = new SharedLimit(2 * (http.maxRequests + http.maxStreams));
  const server = openServer(endpoint, http, connections);
  endpoint.checkRoutes();
  await endpoint.open();
  if (role === undefined) await openPort(server, http);
  const url = role?.attach(server) ?? formatUrl(server, http);
  place.url = url;
  const stopped = withResolver();
  let isRetired = false;
  const end = (): Promise<void> =>
    shutDown(server, endpoint, connections, {
      delayMs: http.shutdownDelayMs,
      timeoutMs: options.shutdownTimeoutMs ?? defaultShutdownTimeoutMs,
      // A worker that is not being replaced ends together with all others.
      isLast: role !== undefined && !isRetired,
    });
  role?.onRetire(() => {
    isRetired = true;
    // A connection that is closed while it is idle could lose a request that was just sent.
    server.prependListener('request', (_, response) => (response.shouldKeepAlive = false));
    void waitAtMost(retirementMs, whenUnused(connections)).then(stopped.resolve);
  });
  return { url, finished: stopped.promise.then(end), stop: stopped.resolve };
}

/** Serves like {@link serveHttp}, and reports the address. */
export async function listen(...given: Parameters<typeof serveHttp>): Promise<HttpServing> {
  const serving = await serveHttp(...given);
  given[0].report(formatReport('', `Listening on ${serving.url}`, 'INFO'));
  return serving;
}

function openServer(
  endpoint: HttpEndpoint,
  { requestTimeoutMs }: ResolvedHttpOptions,
  connections: SharedLimit,
): Server {
  const server = createServer(
    {
      headersTimeout: Math.min(requestTimeoutMs, headTimeoutMs),
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs, checkIntervalMs),
      keepAliveTimeout: 30_000,
      maxHeaderSize: 32 * 1024,
      // Otherwise Node passes on only the first of two Host headers.
      joinDuplicateHeaders: true,
    },
    (request, response) => void endpoint.handle(new NodeRequest(request), new NodeReply(response)),
  );
  server.on('connection', (socket) => {
    const address = callerAddress(socket.remoteAddress);
    if (connections.take(address)) socket.once('close', () => connections.release(address));
    else socket.destroy();
  });
  return server;
}

/** Stops listening after `delayMs`, waits up to `timeoutMs` for all responses, then closes all connections. */
async function shutDown(
  server: Server,
  endpoint: HttpEndpoint,
  connections: SharedLimit,
  { delayMs, timeoutMs, isLast }: { readonly delayMs: number; readonly timeoutMs: number; readonly isLast: boolean },
): Promise<void> {
  endpoint.leave();
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  // Timers run before sockets are read: without waiting, a request that has arrived would be lost with its connection.
  await new Promise((resolve) => setImmediate(resolve));
  server.close();
  // A connection becomes idle when its client has read the last response.
  const sweep = setInterval(() => setImmediate(() => server.closeIdleConnections()), pollMs);
  const end = performance.now() + timeoutMs;
  await waitAtMost(timeoutMs, endpoint.drain(isLast));
  await waitAtMost(closeMs, endpoint.close());
  // Clients may take some time to read the last responses.
  await waitAtMost(Math.max(readingMs, Math.min(1000, end - performance.now())), whenUnused(connections));
  clearInterval(sweep);
  server.closeAllConnections();
}

/** Resolves when all connections are closed. */
function whenUnused(connections: SharedLimit): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!connections.isUnused) return;
      clearInterval(timer);
      resolve();
    }, pollMs);
  });
}
