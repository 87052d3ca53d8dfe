import { Buffer } from 'node:buffer';
import { objectAt, type JsonObject } from '../../core/model/json.js';
import { messageOf } from '../../../runtime/wire/protocol-error.js';

/** Endpoint whose schema is fetched. */
export interface SchemaRequest {
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
}

/** Result of an introspection query as JSON text, or the reason why there is none. */
export type FetchedSchema = { readonly text: string } | { readonly problem: string };

/** Maximum size of a schema in bytes. */
const maxBytes = 32 * 1024 * 1024;
const timeoutMs = 60_000;

/**
 * Fetches the schema of an endpoint. Redirects are not followed, because the request has credentials.
 * @param queries Introspection queries, best first. Older servers reject the fields of newer ones.
 */
export async function fetchSchema(request: SchemaRequest, queries: readonly string[]): Promise<FetchedSchema> {
  let problem = '';
  for (const query of queries) {
    const fetched = await introspect(request, query);
    if ('text' in fetched) return fetched;
    ({ problem } = fetched);
    if (fetched.isFinal) break;
  }
  return { problem };
}

type Introspected = FetchedSchema & { readonly isFinal?: boolean };

/** `isFinal`: another query would fail, too. */
async function introspect({ url, headers }: SchemaRequest, query: string): Promise<Introspected> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', ...Object.fromEntries(headers), 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readBody(response);
    if (text === undefined) return { problem: `it is larger than ${maxBytes / 1024 / 1024} MiB`, isFinal: true };
    const problem = findProblem(text);
    if (problem === undefined) return { text };
    const isRefused = [301, 302, 303, 307, 308, 401, 403, 404, 429].includes(response.status);
    return { problem: response.ok ? problem : `the server responded with ${response.status}`, isFinal: isRefused };
  } catch (error) {
    return { problem: describeError(error), isFinal: true };
  }
}

/** Reads a response; `undefined` if it is too large. */
async function readBody(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Maximum number of characters of a message of the server. */
const maxMessage = 200;

function findProblem(text: string): string | undefined {
  try {
    const { data, errors } = JSON.parse(text) as {
      readonly data?: { readonly __schema?: unknown } | null;
      readonly errors?: readonly { readonly message?: unknown }[];
    };
    if (typeof data?.__schema === 'object' && data.__schema !== null) return undefined;
    const message = errors?.[0]?.message;
    return typeof message === 'string'
      ? `the server responded: ${message.replaceAll(/\s+/gu, ' ').slice(0, maxMessage)}`
      : 'the response is not a schema';
  } catch {
    return 'the response is not JSON';
  }
}

function describeError(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `it takes longer than ${timeoutMs / 1000} s`;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const { code } = cause as NodeJS.ErrnoException;
  return `the server cannot be reached (${code ?? messageOf(cause)})`;
}

type Environment = { readonly [name: string]: string | undefined };

/**
 * Returns the headers and the query parameter with the credentials of a security scheme, or the name of a variable that
 * is not set. OAuth clients need an access token, because no token is requested during generation.
 * @param scheme In the form of the runtime's `SecurityScheme`.
 */
export function findCredentials(
  scheme: JsonObject,
  environment: Environment,
): {
  readonly header?: readonly [string, string];
  readonly query?: readonly [string, string];
  readonly missing?: string;
} {
  const name = (key: string): string => String(scheme.get(key) ?? '');
  const read = (key: string): string | undefined => environment[name(key)] || undefined;
  switch (scheme.get('type')) {
    case 'bearer':
    case 'clientCredentials': {
      const token = read('tokenVariable');
      return token === undefined
        ? { missing: name('tokenVariable') }
        : { header: ['authorization', `Bearer ${token}`] };
    }
    case 'basic': {
      const [user, password] = [read('userVariable'), read('passwordVariable')];
      if (user === undefined) return { missing: name('userVariable') };
      const pair = Buffer.from(`${user}:${password ?? ''}`, 'utf8').toString('base64');
      return { header: ['authorization', `Basic ${pair}`] };
    }
    case 'apiKey': {
      const key = read('keyVariable');
      if (key === undefined) return { missing: name('keyVariable') };
      if (scheme.get('in') === 'query') return { query: [name('name'), key] };
      return { header: scheme.get('in') === 'cookie' ? ['cookie', `${name('name')}=${key}`] : [name('name'), key] };
    }
    default:
      return {};
  }
}

/** Whether credentials can be sent to a URL: encrypted, or to this machine. */
export function isConfidential(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);
}

/** Returns the security scheme of an API binding; `undefined` if it has none. */
export function schemeOf(binding: JsonObject): JsonObject | undefined {
  const [scheme] = objectAt(binding, 'securitySchemes').values();
  return scheme instanceof Map ? scheme : undefined;
}
