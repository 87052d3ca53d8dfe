import { messageOf } from '../protocol/protocol-error.js';
import { text } from '../api/builders.js';
import { AccessTokens } from './access-tokens.js';
import { buildRequest, type RequestParts } from './build-request.js';
import { findCredentials, maskSecrets, type Credentials } from './credentials.js';
import { startDeadline, type Deadline } from './deadline.js';
import { decodeAnswer, decodeText, readMediaType, type ApiAnswer } from './decode-answer.js';
import type { ForwardApi, ForwardOperation, ForwardOptions } from './forward-definition.js';
import { ForwardError } from './forward-error.js';
import { readBody } from './read-body.js';
import { readProcessEnvironment, resolveServer } from './resolve-server.js';
import { readLocation, readRetryAfter, sendRequest, type ApiRequest } from './send-request.js';
import type { Pair } from './serialize-style.js';

const defaultTimeoutMs = 30_000;
const defaultMaxResponseBytes = 8 * 1024 * 1024;
/** Most bytes of an error that are read, and most characters that are shown. */
const maxErrorBytes = 65_536;
const maxErrorCharacters = 4000;

const tokens = new AccessTokens();

/**
 * Calls an operation of an API.
 *
 * @throws ForwardError when the API cannot be called, takes too long or answers with an error; the abort reason of `signal`.
 */
export async function callApi(
  api: ForwardApi,
  operation: ForwardOperation,
  { environment = readProcessEnvironment() }: ForwardOptions,
  input: unknown,
  signal: AbortSignal,
): Promise<ApiAnswer> {
  const base = resolveServer(api, operation.server ?? api.server, environment);
  const parts = buildRequest(api, operation, input);
  const getCredentials = (): Promise<Credentials> =>
    findCredentials(api, operation, { environment, getToken: (grant) => tokens.get(grant, base) });
  let credentials = await getCredentials();
  const deadline = startDeadline(operation.timeoutMs ?? api.timeoutMs ?? defaultTimeoutMs, signal);
  try {
    const send = (): Promise<Response> => sendRequest(complete(operation, base, parts, credentials), deadline);
    let response = await send();
    if (response.status === 401 && credentials.renew !== undefined) {
      credentials.renew();
      credentials = await getCredentials();
      response = await send();
    }
    return await readAnswer(api, operation, response, joinUrl(base, parts.path, parts.query), credentials);
  } catch (error) {
    throw explain(error, api, operation, base, credentials, deadline, signal);
  } finally {
    deadline.stop();
  }
}

/** Adds the credentials; they replace arguments of the same name. */
function complete(
  { method, accept }: ForwardOperation,
  base: string,
  { path, query, headers, cookies, body }: RequestParts,
  credentials: Credentials,
): ApiRequest {
  const allCookies = override(cookies, credentials.cookies);
  return {
    method,
    url: joinUrl(base, path, override(query, credentials.query)),
    headers: Object.fromEntries([
      ...headers,
      ...(accept === undefined ? [] : [['accept', accept.join(', ')] as const]),
      ...(body === undefined ? [] : [['content-type', body.contentType] as const]),
      ...(allCookies.length === 0 ? [] : [['cookie', allCookies.map((pair) => pair.join('=')).join('; ')] as const]),
      ...credentials.headers,
    ]),
    body: body?.content,
  };
}

function override(given: readonly Pair[], added: readonly Pair[]): readonly Pair[] {
  if (added.length === 0) return given;
  const names = new Set(added.map(([name]) => name));
  return [...given.filter(([name]) => !names.has(name)), ...added];
}

function joinUrl(base: string, path: string, query: readonly Pair[]): string {
  if (query.length === 0) return base + path;
  return `${base}${path}${path.includes('?') ? '&' : '?'}${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

async function readAnswer(
  api: ForwardApi,
  operation: ForwardOperation,
  response: Response,
  url: string,
  credentials: Credentials,
): Promise<ApiAnswer> {
  if (!response.ok) return readFailure(operation, response, url, credentials);
  const type = readMediaType(response.headers.get('content-type'));
  const maxBytes = api.maxResponseBytes ?? defaultMaxResponseBytes;
  const { bytes, isCut } = await readBody(response, maxBytes);
  if (!isCut) return decodeAnswer(bytes, type, url);
  throw new ForwardError(
    `${describe(operation)} was answered with more than ${maxBytes} bytes: ask for less`,
    response.status,
  );
}

async function readFailure(
  operation: ForwardOperation,
  response: Response,
  url: string,
  { secrets }: Credentials,
): Promise<ApiAnswer> {
  const target = readLocation(response, url);
  if (target !== undefined && operation.answersRedirect === true) return { kind: 'result', result: text(target.href) };
  const type = readMediaType(response.headers.get('content-type'));
  const { bytes } = await readBody(response, maxErrorBytes);
  const isShown = type.kind === 'json' || type.kind === 'text' || type.kind === 'unknown';
  const body = isShown ? maskSecrets(decodeText(bytes, type), secrets).slice(0, maxErrorCharacters) : '';
  const retryAfter = readRetryAfter(response);
  const lines = [
    maskSecrets(`${describe(operation)} was answered with ${response.status} ${response.statusText}`, secrets).trim(),
    ...(target === undefined
      ? []
      : [`It leads to ${maskSecrets(target.href, secrets)}, which is not followed: that is another server`]),
    ...(retryAfter === undefined ? [] : [`Try again in ${Math.ceil(retryAfter / 1000)} s`]),
    ...(body === '' ? [] : [body]),
  ];
  throw new ForwardError(lines.join('\n'), response.status, parse(body));
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body === '' ? undefined : body;
  }
}

function describe({ method, path }: ForwardOperation): string {
  return `${method} ${path.map((piece) => (typeof piece === 'string' ? piece : `{${piece.name}}`)).join('')}`;
}

/** Converts an error of a call to one with a helpful message, without credentials. */
function explain(
  error: unknown,
  api: ForwardApi,
  operation: ForwardOperation,
  base: string,
  { secrets }: Credentials,
  deadline: Deadline,
  signal: AbortSignal,
): unknown {
  if (error instanceof ForwardError) return error;
  if (deadline.isOver()) {
    const limit = operation.timeoutMs ?? api.timeoutMs ?? defaultTimeoutMs;
    return new ForwardError(`The ${api.name} API did not answer ${describe(operation)} within ${limit} ms`);
  }
  if (signal.aborted) return signal.reason;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : messageOf(cause);
  return new ForwardError(`The ${api.name} API cannot be reached at ${base}: ${maskSecrets(code, secrets)}`);
}
