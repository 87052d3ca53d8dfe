import { SourceError } from './project-source.js';

/** Bytes that a document may have. */
const maximalSize = 16 * 1024 * 1024;

/** Milliseconds that fetching may take. */
const patience = 30_000;

const maximalRedirects = 5;

/**
 * Fetches an OpenAPI document with a name for its copy; files that it refers to are not fetched.
 *
 * @param address https, or http on this machine
 * @throws {SourceError} when it cannot be fetched
 */
export async function downloadDocument(
  address: string,
  signal: AbortSignal,
): Promise<{ readonly file: string; readonly bytes: Buffer }> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  try {
    const { response, url } = await follow(new URL(address), limit);
    if (!response.ok) throw new SourceError(`${address} answers ${response.status} ${response.statusText}.`);
    return { file: fileNameOf(url), bytes: await readBody(response, address) };
  } catch (error) {
    if (error instanceof SourceError || signal.aborted) throw error;
    if (limit.aborted) throw new SourceError(`${address} does not answer within ${patience / 1000} s.`);
    throw new SourceError(`${address} cannot be fetched: ${describeCause(error)}.`);
  }
}

/** Follows redirects to https addresses only, and to http on this machine. */
async function follow(url: URL, signal: AbortSignal): Promise<{ readonly response: Response; readonly url: URL }> {
  let current = url;
  for (let hops = 0; hops <= maximalRedirects; hops++) {
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(current.hostname);
    if (current.protocol !== 'https:' && !(isLocal && current.protocol === 'http:')) {
      throw new SourceError(`${current.href} is not fetched: only https addresses are allowed.`);
    }
    const response = await fetch(current, {
      signal,
      redirect: 'manual',
      headers: { accept: 'application/json, application/yaml, */*;q=0.5' },
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return { response, url: current };
    await response.body?.cancel();
    current = new URL(location, current);
  }
  throw new SourceError(`${url.href} redirects more than ${maximalRedirects} times.`);
}

async function readBody(response: Response, address: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maximalSize) throw new SourceError(`${address} is larger than 16 MiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A file name for the copy that is valid on every disk. */
function fileNameOf({ pathname, hostname }: URL): string {
  const last = pathname.split('/').findLast((segment) => segment !== '') ?? hostname;
  return (
    last
      .replace(/[^A-Za-z0-9._-]+/gu, '-')
      .replace(/^[.-]+/u, '')
      .slice(0, 64) || 'openapi'
  );
}

function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
