import type { Report } from '../../core/service/report.js';
import { reportThrown } from '../../core/service/report-thrown.js';
import { callerAddress } from './caller-address.js';
import { HttpError } from './http-error.js';
import type { HttpReply, HttpRequest } from './http-message.js';
import type { AwaitedRequest, RequestLimit } from './request-limit.js';

/**
 * Handles requests for a user route. The request is aborted when the client closes the connection. A thrown error
 * results in status 500, and its message is only reported to the operator.
 *
 * @typeParam App Return value of `setup` of the server.
 */
export type Route<App = unknown> = (
  request: Request,
  ...more: unknown extends App ? [] : [app: App]
) => Response | Promise<Response>;

/**
 * Additional paths next to the MCP endpoint: `routes` in `handlers/server.ts`. A key is a method and a path: `GET
 * /hello`. A path that ends in `/*` matches all paths below it; the longest match applies. `GET` also handles `HEAD`.
 * `Host` and `Origin` are checked as on the endpoint, but `auth` and `authenticate` do not apply.
 */
export interface Routes<App = unknown> {
  readonly [methodAndPath: string]: Route<App>;
}

/** Service members that routes need. Both can change after the routes have been created. */
interface RoutedServer {
  readonly report: Report;
  readonly state?: { readonly app: unknown };
}

/** A path, with its routes by method. */
interface RoutedPath {
  /** Path without the trailing star. */
  readonly path: string;
  readonly isPrefix: boolean;
  readonly routes: Map<string, Route<never>>;
}

const form = /^(GET|POST|PUT|PATCH|DELETE|OPTIONS) (\/[^\s?#*]*)(\*?)$/u;

/** The user's routes by path. */
export class RouteTable {
  /** Paths with routes, longest first. */
  readonly #paths: readonly RoutedPath[];
  readonly #taken: readonly string[];
  readonly #server: RoutedServer;
  readonly #maxBodyBytes: number;

  /**
   * @param taken Paths of the server itself, which no route may match.
   * @param maxBodyBytes Maximum body size; a longer body is rejected with status 413.
   * @throws TypeError that names the first invalid route.
   */
  constructor(routes: Routes<never>, taken: readonly string[], maxBodyBytes: number, server: RoutedServer) {
    checkRoutes(routes, taken);
    const paths = new Map<string, RoutedPath>();
    for (const [key, route] of Object.entries(routes)) {
      const { method, path, star } = readKey(key);
      const routed = paths.get(path + star) ?? { path, isPrefix: star !== '', routes: new Map<string, Route<never>>() };
      routed.routes.set(method, route);
      paths.set(path + star, routed);
    }
    this.#paths = [...paths.values()].toSorted((left, right) => rank(right) - rank(left));
    this.#taken = taken;
    this.#maxBodyBytes = maxBodyBytes;
    this.#server = server;
  }

  /**
   * Checks that no route has one of these paths, which the server serves before routes.
   *
   * @throws TypeError that names the first such route.
   */
  refuse(paths: readonly string[]): void {
    for (const { path, isPrefix, routes } of this.#paths) {
      const [method] = routes.keys();
      if (paths.includes(path)) throw takenRoute(`${method} ${path}${isPrefix ? '*' : ''}`);
    }
  }

  /** Whether a path has a route. */
  has(path: string): boolean {
    return this.#find(path) !== undefined;
  }

  /**
   * Serves a request. Resolves when the response has been passed on. The request counts toward the limit once its body has
   * arrived.
   *
   * @throws HttpError 404 for a path whose dot segments resolve to a different route or none, 405 for a method without
   *   a route, 413 for a long body, 500 for a route that failed, 503 for too many requests.
   */
  async serve(path: string, request: HttpRequest, reply: HttpReply, limit: RequestLimit): Promise<void> {
    const routed = this.#find(path);
    // The route gets a URL with resolved `..` segments, which must still match the route.
    if (this.#find(new URL(`http://server${path}`).pathname) !== routed) throw new HttpError(404, 'Not Found');
    const methods = routed?.routes;
    const method = request.method === 'HEAD' && methods?.has('HEAD') !== true ? 'GET' : request.method;
    const route = methods?.get(method);
    if (route === undefined) {
      throw new HttpError(405, 'Method Not Allowed', { Allow: [...(methods?.keys() ?? [])].join(', ') });
    }
    const aborter = new AbortController();
    reply.onDisconnect(() => aborter.abort());
    const caller = callerAddress(request.remoteAddress);
    const awaited: AwaitedRequest = { reply, headers: {}, caller };
    const place = limit.awaitBody(awaited);
    let incoming: Request | undefined;
    let isAwaited = true;
    try {
      incoming = await request.toRequest?.(this.#maxBodyBytes, aborter.signal);
    } finally {
      isAwaited = limit.endBody(awaited, place);
    }
    // The request was rejected in the meantime.
    if (!isAwaited) return;
    if (incoming === undefined) {
      throw new HttpError(413, `Content Too Large: at most ${this.#maxBodyBytes} bytes are allowed`);
    }
    limit.begin(caller, 1);
    try {
      await this.#respond(route, incoming, `${method} ${path}`, reply);
    } finally {
      limit.end(caller, 1);
    }
  }

  async #respond(route: Route<never>, request: Request, name: string, reply: HttpReply): Promise<void> {
    const response = await this.#callRoute(route, request, name);
    // Some platforms do not drop the body.
    if (request.method === 'HEAD') await response?.body?.cancel();
    const sent = request.method === 'HEAD' && response !== undefined ? new Response(null, response) : response;
    if (sent !== undefined) await reply.pass?.(sent);
  }

  /** Calls a route. Returns `undefined` if the client has disconnected. */
  async #callRoute(route: Route<never>, request: Request, name: string): Promise<Response | undefined> {
    try {
      const response: unknown = await route(request, this.#server.state?.app as never);
      if (response instanceof Response) return response;
      throw new TypeError('a route must return a Response');
    } catch (error) {
      if (request.signal.aborted) return undefined;
      reportThrown((line) => this.#server.report(line), `ROUTE: ${name}`, error);
      throw new HttpError(500, 'Internal error', {}, -32603);
    }
  }

  #find(path: string): RoutedPath | undefined {
    if (this.#taken.includes(path)) return undefined;
    return this.#paths.find((each) => (each.isPrefix ? path.startsWith(each.path) : path === each.path));
  }
}

/**
 * Checks the user's routes.
 *
 * @param taken Paths of the server itself.
 * @throws TypeError that names the first invalid route.
 */
export function checkRoutes(routes: Routes<never>, taken: readonly string[]): void {
  for (const [key, route] of Object.entries<unknown>(routes)) {
    const { path } = readKey(key);
    if (typeof route !== 'function') throw wrongRoute(key, 'is not a function');
    if (taken.includes(path)) throw takenRoute(key);
  }
}

function readKey(key: string): { readonly method: string; readonly path: string; readonly star: string } {
  const [, method, path, star = ''] = form.exec(key) ?? [];
  const isBelow = star === '' || path?.endsWith('/') === true;
  if (method !== undefined && path !== undefined && isBelow) return { method, path, star };
  throw wrongRoute(key, 'must have the form `GET /path` or `GET /path/*`');
}

function takenRoute(key: string): TypeError {
  return wrongRoute(key, 'uses a path that the server itself serves');
}

function wrongRoute(key: string, problem: string): TypeError {
  return new TypeError(`The route ${JSON.stringify(key)} in \`routes\` of handlers/server.ts ${problem}`);
}

/** Ranks paths by length; exact paths come before prefixes of the same length. */
function rank({ path, isPrefix }: RoutedPath): number {
  return 2 * path.length - (isPrefix ? 1 : 0);
}
