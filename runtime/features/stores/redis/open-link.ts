import type { StoreHost } from '../../../core/api/store.js';
import { connect, pauseAfter, type LinkEvents, type RedisLink, type RedisPackage } from './connect.js';
import { describeRedisError } from './describe-error.js';
import { readAddress } from './read-address.js';
import type { RedisOptions } from './redis-options.js';

/** Time that a starting server waits for an unreachable Redis, in milliseconds. */
const defaultWaitMs = 30_000;

/**
 * Connects to Redis. Waits if it is unreachable, because servers and Redis are often started at the same time.
 *
 * @returns Rejects with the reason, without the password, for an invalid address, invalid credentials, a missing
 *   package, and if Redis cannot be reached in time.
 */
export async function openLink(
  { url, waitMs = defaultWaitMs, client = {} }: RedisOptions,
  { environment, report }: StoreHost,
  events: LinkEvents,
): Promise<{ readonly link: RedisLink; readonly place: string }> {
  const { urls, place } = readAddress(url, environment);
  const redis = await loadClient();
  const end = performance.now() + waitMs;
  for (let attempts = 0; ; attempts += 1) {
    try {
      return { link: await connect(redis, urls, client, events), place };
    } catch (error) {
      const reason = explain(error, urls[0]);
      const pause = pauseAfter(attempts);
      if (isFinal(error) || performance.now() + pause > end) {
        const check = isUntrusted(error) ? trustAdvice : 'Check MCP_REDIS_URL, or the argument of `redis()`';
        throw new Error(`Redis at ${place} cannot be used: ${reason}. ${check}.`, { cause: error });
      }
      if (attempts === 0) {
        const wait = `the server will keep trying for up to ${Math.ceil(waitMs / 1000)} seconds`;
        report('STORE', `Redis at ${place} cannot be reached yet: ${reason}; ${wait}`, 'WARNING');
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

async function loadClient(): Promise<RedisPackage> {
  try {
    // The package is CommonJS: in a bundle it has only a default export.
    const { default: redis } = await import('redis');
    return redis;
  } catch (error) {
    throw new Error('The package `redis` is missing: run `npm install redis`', { cause: error });
  }
}

/** Explains a failure, including the likely mistake in the address. */
function explain(error: unknown, url: string): string {
  const reason = describeRedisError(error);
  const isSecure = url.startsWith('rediss:');
  // A Redis server without TLS mistakes the TLS handshake for an incomplete command and waits; a server with TLS closes
  // a connection without TLS.
  if (isSecure && reason === 'Connection timeout')
    return `${reason}; if it does not use TLS, begin its address with redis://`;
  const isClosed = /ECONNRESET|Socket closed/u.test(reason);
  return !isSecure && isClosed ? `${reason}; if it uses TLS, begin its address with rediss://` : reason;
}

const trustAdvice =
  'If its certificate was issued by a private authority, set NODE_EXTRA_CA_CERTS to the certificate file of that authority, or pass `redis()` the option ' +
  '`client: { socket: { ca } }`';

/** Whether an error means that the certificate was not signed by a known authority. */
function isUntrusted(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^(?:CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/u.test(code);
}

/**
 * Whether retrying is useless because Redis rejected the credentials, the certificate is untrusted, or options are invalid.
 */
function isFinal(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return (
    error instanceof TypeError ||
    isUntrusted(error) ||
    /^(?:WRONGPASS|NOAUTH|NOPERM|ERR )/u.test(describeRedisError(error)) ||
    (typeof code === 'string' && /^(?:ERR_TLS|ERR_SSL)/u.test(code))
  );
}
