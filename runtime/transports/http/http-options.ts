import type { DeprecatedHttpOptions } from '../../core/service/deprecated-options.js';
import { checkOptions, isCount, isStrings, type OptionRule } from '../../core/service/check-options.js';

/** Options of a server over HTTP. */
export interface HttpOptions extends DeprecatedHttpOptions {
  /** Port to listen on, Node only. Default: 3000. `0` means any free port. */
  readonly port?: number;
  /** Address to listen on, Node only. Default: 127.0.0.1, which is not reachable from other machines. */
  readonly host?: string;
  /** Path of the MCP endpoint. Default: `/mcp`. */
  readonly path?: string;
  /**
   * Allowed host names of the server in the `Host` header, without port. Default: names of the local machine if `host`
   * is local, otherwise any name.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins of web pages that are allowed to use the server, as in the `Origin` header: `https://app.example.com`.
   * Default: pages of the local machine if `host` is local, otherwise none. Requests without an `Origin` header are not
   * checked.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Enables sessions for protocol versions that have them. With `false`, each request is independent. Default: `true`.
   */
  readonly sessions?: boolean;
  /** Also serves the two endpoints of protocol version 2024-11-05: `/sse` and `/messages`. Default: `false`. */
  readonly legacySse?: boolean;
  /** Maximum number of open sessions; with shared `stores`, per caller across all processes. Default: 1000. */
  readonly maxSessions?: number;
  /** Time in milliseconds after which an unused session is closed. Default: 30 minutes. */
  readonly sessionIdleMs?: number;
  /** Maximum number of concurrent requests; more are rejected with status 503. Default: 1000. */
  readonly maxRequests?: number;
  /** Maximum number of open event streams; more are rejected with status 503. Default: 1000. */
  readonly maxStreams?: number;
  /** Interval of keep-alive comments on an event stream, in milliseconds. Default: 15 000. */
  readonly keepAliveMs?: number;
  /** Time limit for sending a request, in milliseconds, Node only. Default: 30 000. */
  readonly requestTimeoutMs?: number;
  /**
   * Time in milliseconds between SIGTERM, when `/readyz` begins to return 503, and the time when the server stops listening, Node only. It
   * gives a load balancer time to route requests elsewhere. Default: 0.
   */
  readonly shutdownDelayMs?: number;
}

/** HTTP options with their defaults; `allowedHosts` and `allowedOrigins` have no defaults. */
export type ResolvedHttpOptions = Required<
  Omit<HttpOptions, 'allowedHosts' | 'allowedOrigins' | keyof DeprecatedHttpOptions>
> &
  Pick<HttpOptions, 'allowedHosts' | 'allowedOrigins'>;

const defaults: ResolvedHttpOptions = {
  port: 3000,
  host: '127.0.0.1',
  path: '/mcp',
  sessions: true,
  legacySse: false,
  maxSessions: 1000,
  sessionIdleMs: 30 * 60 * 1000,
  maxRequests: 1000,
  maxStreams: 1000,
  keepAliveMs: 15_000,
  requestTimeoutMs: 30_000,
  shutdownDelayMs: 0,
};

const rules: readonly OptionRule[] = [
  ['port', 'a port number', (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535],
  // An empty address would mean all addresses.
  ['host', 'an address', (value) => typeof value === 'string' && value !== ''],
  ['path', 'a path that begins with /', (value) => typeof value === 'string' && value.startsWith('/')],
  ['allowedHosts allowedOrigins', 'an array of strings', isStrings],
  ['sessions legacySse', 'a boolean', (value) => typeof value === 'boolean'],
  ['maxSessions maxRequests maxStreams sessionIdleMs keepAliveMs requestTimeoutMs', 'a positive integer', isCount],
  ['shutdownDelayMs', 'an integer that is not negative', (value) => value === 0 || isCount(value)],
];

/**
 * Checks the options and fills in the defaults.
 *
 * @throws TypeError that names the first unknown or invalid option.
 */
export function resolveHttpOptions(options: HttpOptions): ResolvedHttpOptions {
  checkOptions(options, rules, 'http.');
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(entries) };
}
