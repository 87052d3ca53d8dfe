/** Environment variable with the address of Redis. */
const addressVariable = 'MCP_REDIS_URL';

/** Address of Redis. */
export interface RedisAddress {
  /** URL, or URLs of several nodes of a cluster. */
  readonly urls: readonly [string, ...string[]];
  /** Hosts and ports for messages, without username and password. */
  readonly place: string;
}

/**
 * Reads the address of Redis.
 *
 * @param given One or several URLs. Default: the environment variable `MCP_REDIS_URL`, in which commas separate several
 *   URLs.
 * @throws Error for a missing or invalid address. Its message does not contain the address, which may contain a
 *   password.
 */
export function readAddress(
  given: string | readonly string[] | undefined,
  environment: { readonly [name: string]: string | undefined },
): RedisAddress {
  const source = given === undefined ? addressVariable : 'The address passed to `redis()`';
  const address = given ?? environment[addressVariable] ?? '';
  // A password may contain commas.
  const texts = typeof address === 'string' ? address.split(/[\s,](?=rediss?:\/\/)/u) : address;
  const urls = texts.map(trimCommas).filter((text) => text !== '');
  const [first, ...others] = urls;
  if (first === undefined) {
    throw new Error(`${addressVariable} is not set. Set it to the address of Redis, such as redis://localhost:6379`);
  }
  const places = urls.map(readPlace);
  if (places.includes(undefined)) {
    throw new Error(`${source} is not a Redis address, such as redis://user:password@localhost:6379/0`);
  }
  return { urls: [first, ...others], place: places.join(', ') };
}

/** Removes trailing spaces and commas. */
function trimCommas(text: string): string {
  const trimmed = text.trim();
  return trimmed.endsWith(',') ? trimCommas(trimmed.slice(0, -1)) : trimmed;
}

function readPlace(url: string): string | undefined {
  try {
    const { protocol, hostname, port } = new URL(url);
    const isRedis = protocol === 'redis:' || protocol === 'rediss:';
    return isRedis && hostname !== '' ? `${hostname}:${port === '' ? '6379' : port}` : undefined;
  } catch {
    return undefined;
  }
}
