import type { IncomingMessage } from 'node:http';
import { describeFailure, sendRequest } from '../../links/send-request.js';
import { startTimeLimit } from '../../links/time-limit.js';
import { SourceError } from './project-source.js';

/** Maximum size of a document in bytes. */
const maxBytes = 16 * 1024 * 1024;

/** Timeout of fetching in milliseconds, including redirects. */
const defaultTimeoutMs = 30_000;

const maxRedirects = 5;

/**
 * Fetches an OpenAPI document, and chooses a file name for its copy. Does not fetch referenced files.
 *
 * @param address `https:` URL, or `http:` URL on this machine
 * @param timeoutMs Timeout in milliseconds
 * @throws {SourceError} if the document cannot be fetched
 */
export async function downloadDocument(
  address: string,
  signal: AbortSignal,
  timeoutMs = defaultTimeoutMs,
): Promise<{ readonly file: string; readonly bytes: Buffer }> {
  const limit = startTimeLimit(timeoutMs, signal);
  try {
    const { response, url } = await follow(new URL(address), limit.signal);
    const { statusCode = 0, statusMessage = '' } = response;
    if (statusCode < 200 || statusCode > 299) {
      throw new SourceError(`${address} responded with ${statusCode} ${statusMessage}.`);
    }
    return { file: fileNameOf(url), bytes: await readBody(response, address) };
  } catch (error) {
    if (error instanceof SourceError || signal.aborted) throw error;
    if (limit.isOver())
      throw new SourceError(`${address} did not send a complete response within ${timeoutMs / 1000} s.`);
    throw new SourceError(`${address} cannot be fetched: ${describeFailure(error)}.`);
  } finally {
    limit.stop();
  }
}

/** Follows redirects only to `https:` URLs, and to `http:` URLs on this machine. */
async function follow(
  url: URL,
  signal: AbortSignal,
): Promise<{ readonly response: IncomingMessage; readonly url: URL }> {
  let current = url;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(current.hostname);
    if (current.protocol !== 'https:' && !(isLocal && current.protocol === 'http:')) {
      throw new SourceError(`${current.href} was not fetched: only https URLs are allowed.`);
    }
    const headers = { accept: 'application/json, application/yaml, */*;q=0.5' };
    const response = await sendRequest(current, { headers }, signal);
    const { statusCode = 0 } = response;
    const { location } = response.headers;
    if (statusCode < 300 || statusCode > 399 || location === undefined) return { response, url: current };
    response.destroy();
    current = new URL(location, current);
  }
  throw new SourceError(`${url.href} redirects more than ${maxRedirects} times.`);
}

async function readBody(response: IncomingMessage, address: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new SourceError(`${address} is larger than 16 MiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns a file name for the copy that is valid in every file system. */
function fileNameOf({ pathname, hostname }: URL): string {
  const last = pathname.split('/').findLast((segment) => segment !== '') ?? hostname;
  return (
    last
      .replace(/[^A-Za-z0-9._-]+/gu, '-')
      .replace(/^[.-]+/u, '')
      .slice(0, 64) || 'openapi'
  );
}
