import type * as Redis from 'redis';

/** Time in milliseconds without data after which a connection counts as broken. Pings prevent this. */
const silenceMs = 10_000;
const pingMs = 4000;
/** Maximum interval between connection attempts, and minimum interval between renewals, in milliseconds. */
const longestPauseMs = 5000;

/** Functions of the `redis` package that are used. */
export type RedisPackage = Pick<typeof Redis, 'createClient' | 'createCluster'>;

/** Client options of the package `redis`. */
export type ClientOptions = Redis.RedisClientOptions;

/** Part of a connection that can break: commands, messages, or a node of a cluster. */
export type Part = string;

/** Listeners of a {@link RedisLink}. */
export interface LinkEvents {
  readonly onDown: (part: Part, error: Error) => void;
  readonly onUp: (part: Part) => void;
  /** Called once messages are received again after some may have been lost. */
  readonly onGap: () => void;
}

/** Connection to Redis or a Redis cluster. It reconnects automatically. */
export interface RedisLink {
  /** Whether there is no other node, so that a broken part makes every command fail. */
  readonly isSingle: boolean;
  /** @param key Key that the command uses, or channel of a message. */
  send(key: string, args: readonly string[]): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<void>;
  unsubscribe(channel: string, listener: (message: string) => void): Promise<void>;
  /**
   * Asks Redis to close the connection so that it is reopened, because the address may now resolve to a different Redis server.
   * Rejects if Redis refuses.
   *
   * @returns `undefined` if nothing is done: the connection was renewed recently, or belongs to a cluster, which renews
   *   itself.
   */
  renew(): Promise<unknown> | undefined;
  close(): Promise<void>;
}

/** Returns the delay before the next connection attempt, in milliseconds: exponential backoff with jitter. */
export function pauseAfter(attempts: number): number {
  return Math.min(longestPauseMs, 100 * 2 ** Math.min(attempts, 10)) * (0.5 + Math.random() / 2);
}

/**
 * Connects to a Redis server, or to its cluster.
 *
 * @param urls URLs, which are tried in turn.
 * @returns Rejects with the error of the last URL if no URL works; no connection is left open.
 * @see docs/decisions/0043-a-lost-store-leaves-processes-in-the-balancer.md
 */
export async function connect(
  redis: RedisPackage,
  urls: readonly string[],
  options: ClientOptions,
  events: LinkEvents,
): Promise<RedisLink> {
  let failure: unknown;
  for (const url of urls) {
    try {
      const link = await connectSingle(redis, { ...options, url }, events);
      if (!(await isCluster(link))) return link;
      await link.close();
      return await connectCluster(redis, urls, options, events);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Whether a Redis server belongs to a cluster; `false` if unknown. */
async function isCluster(link: RedisLink): Promise<boolean> {
  const info = await link.send('', ['INFO', 'cluster']).catch(() => '');
  return String(info).includes('cluster_enabled:1');
}

/** Returns the options of every connection. Before `isOpen`, a failed connection is not retried. */
function formOptions(options: ClientOptions, isOpen: () => boolean): ClientOptions {
  const reconnectStrategy = (attempts: number): number | false => isOpen() && pauseAfter(attempts);
  return {
    // Commands fail immediately while there is no connection; otherwise, queued commands would pile up and run late.
    disableOfflineQueue: true,
    pingInterval: pingMs,
    ...options,
    socket: { socketTimeout: silenceMs, ...options.socket, reconnectStrategy } as NonNullable<ClientOptions['socket']>,
  };
}

async function connectSingle(redis: RedisPackage, options: ClientOptions, events: LinkEvents): Promise<RedisLink> {
  let isOpen = false;
  const client = redis.createClient(formOptions(options, () => isOpen));
  // A separate connection, which RESP2 requires for subscriptions.
  const messages = client.duplicate();
  for (const [part, each] of [['commands', client] as const, ['messages', messages] as const]) {
    each.on('error', (error: Error) => isOpen && events.onDown(part, error));
    each.on('ready', () => isOpen && events.onUp(part));
  }
  messages.on('ready', () => isOpen && events.onGap());
  const destroy = (): void => {
    isOpen = false;
    client.destroy();
    messages.destroy();
  };
  try {
    await client.connect();
    await messages.connect();
  } catch (error) {
    destroy();
    throw error;
  }
  isOpen = true;
  let renewedAt = -Infinity;
  return {
    isSingle: true,
    renew: () => {
      if (performance.now() - renewedAt < longestPauseMs) return undefined;
      renewedAt = performance.now();
      return Promise.all([client, messages].map((each) => each.sendCommand(['QUIT'])));
    },
    send: (_key, args) => client.sendCommand([...args]),
    subscribe: (channel, listener) => messages.subscribe(channel, listener),
    unsubscribe: (channel, listener) => messages.unsubscribe(channel, listener),
    async close() {
      isOpen = false;
      if (client.isReady) await Promise.race([client.close(), delay(pingMs)]);
      destroy();
    },
  };
}

async function connectCluster(
  redis: RedisPackage,
  urls: readonly string[],
  options: ClientOptions,
  events: LinkEvents,
): Promise<RedisLink> {
  let isOpen = false;
  const clientOptions = formOptions(options, () => isOpen);
  const [first = ''] = urls;
  const { protocol, username, password } = new URL(first);
  // Discovered nodes use the credentials of the first URL.
  const defaults = {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...clientOptions,
    socket: { ...clientOptions.socket, ...(protocol === 'rediss:' && { tls: true }) },
  } as Redis.RedisClusterOptions['defaults'];
  const cluster = redis.createCluster({
    rootNodes: urls.map((url) => ({ url })),
    ...(defaults && { defaults }),
  });
  const silent = (): void => {};
  const nameOf = ({ host, port }: { readonly host: string; readonly port: number }): string => `${host}:${port}`;
  const onReady = (node: { readonly host: string; readonly port: number }): void => {
    if (!isOpen) return;
    events.onUp(nameOf(node));
    // The message connection may be new. This subscription is confirmed after the earlier ones.
    const confirm = async (): Promise<void> => {
      await cluster.subscribe('mcp:confirm', silent, false);
      events.onGap();
      await cluster.unsubscribe('mcp:confirm', silent, false);
    };
    confirm().catch(silent);
  };
  cluster
    .on('error', silent)
    .on('node-error', (error, node) => isOpen && events.onDown(nameOf(node), error as Error))
    .on('node-ready', onReady)
    .on('node-disconnect', (node) => isOpen && events.onUp(nameOf(node)));
  await cluster.connect();
  isOpen = true;
  return {
    isSingle: false,
    renew: () => undefined,
    send: (key, args) => cluster.sendCommand(key, false, [...args]),
    subscribe: (channel, listener) => cluster.subscribe(channel, listener, false),
    unsubscribe: (channel, listener) => cluster.unsubscribe(channel, listener as () => void, false),
    async close() {
      isOpen = false;
      await Promise.race([cluster.close(), delay(pingMs)]);
      cluster.destroy();
    },
  };
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
