/** Options of `redis()`. */
export interface RedisOptions {
  /**
   * Address such as `redis://user:password@host:6379/0`, or `rediss://` for TLS; for a cluster, one or several of its
   * nodes. Default: the environment variable `MCP_REDIS_URL`.
   */
  readonly url?: string | readonly string[] | undefined;
  /** Servers with the same namespace share their state. Default: the name of the server. */
  readonly namespace?: string;
  /**
   * Time in milliseconds that a starting server waits for an unreachable Redis before it exits with code 1. Default: 30
   * 000.
   */
  readonly waitMs?: number;
  /** Additional options for `createClient` of the package `redis`, such as `socket: { ca }`. */
  readonly client?: object;
}
