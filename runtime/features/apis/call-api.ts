import { text } from '../../core/api/builders.js';
import type { RequestSpan } from '../../core/api/telemetry.js';
import { startWork } from '../../wire/after-turn.js';
import type { FileRange } from '../../wire/file-uri.js';
import { joinBytes } from '../../wire/join-bytes.js';
import { isJsonObject } from '../../wire/json.js';
import { parseExactJson } from '../../wire/parse-json.js';
import { CredentialsError } from '../../core/api/errors.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import { readStream } from '../../wire/read-stream.js';
import { readFacts } from './responses/read-facts.js';
import { buildRequest, type RequestParts } from './build-request.js';
import { findCredentials, noCredentials, type Credentials, type FindCredentials } from './credentials.js';
import { startDeadline, type Deadline } from './deadline.js';
import { decodeResponse, decodeText, readMediaType, type ApiResponse } from './decode-response.js';
import type { ForwardApi, ForwardOperation } from './forward-definition.js';
import { ForwardError } from '../../core/results/forward-error.js';
import { maskSecrets } from '../../core/results/mask-secrets.js';
import { isRateLimited, readRetryAfter, selectLimitHeaders } from './rate-limit.js';
import { rangeHeader, readFileResponse } from './read-file.js';
import { resolveServer } from './resolve-server.js';
import {
  defaultRetries,
  readLocation,
  readReason,
  sendRequest,
  type ApiRequest,
  type BeginRequest,
} from './send-request.js';
import type { Pair } from './serialize-style.js';

/** Default timeout of a call in milliseconds. */
export const defaultTimeoutMs = 30_000;
const defaultMaxResponseBytes = 8 * 1024 * 1024;
/** Maximum number of bytes of an error response that are read, and maximum number of its characters that are shown. */
const maxErrorBytes = 65_536;
const maxErrorCharacters = 4000;

/** Options of an API call. */
export interface CallOptions {
  /** Finds credentials that replace those from the environment. */
  readonly findCallCredentials?: FindCredentials;
  /** Span of the request that the API is called for. Absent without telemetry. */
  readonly span?: RequestSpan | undefined;
  /** Token budget of the JSON value. Default: the whole value is read. */
  readonly maxTokens?: number | undefined;
  /** Reads the response as a file, or a range of it. */
  readonly file?: { readonly range: FileRange | undefined } | undefined;
  /** Whether the request is described instead of sent. Credentials are not looked up. */
  readonly isDryRun?: boolean | undefined;
}

/**
 * Calls an operation of an API.
 *
 * @throws ForwardError if the API cannot be called, times out or returns an error; the abort reason of `signal`;
 *   CredentialsError and ProtocolError of `findCallCredentials`.
 */
export async function callApi(
  api: ForwardApi,
  operation: ForwardOperation,
  input: unknown,
  signal: AbortSignal,
  { findCallCredentials = findCredentials, span, maxTokens, file, isDryRun }: CallOptions = {},
): Promise<ApiResponse> {
  const { method, maxResponseBytes: maxBytes = api.maxResponseBytes ?? defaultMaxResponseBytes } = operation;
  const base = resolveServer(api, operation.server ?? api.server);
  const limits = file && { ...file, maxBytes };
  const built = buildRequest(api, operation, input);
  if (isDryRun === true) return describeCall(api, operation, base, built);
  const parts = limits === undefined ? built : { ...built, headers: [...built.headers, ...rangeHeader(limits)] };
  const timeoutMs = operation.timeoutMs ?? api.timeoutMs ?? defaultTimeoutMs;
  const retries = operation.retries ?? api.retries ?? defaultRetries;
  const deadline = startDeadline(timeoutMs, signal);
  let secrets: readonly string[] = [];
  const find = async (): Promise<Credentials> => {
    const found = await findCallCredentials(api, operation, base, deadline);
    ({ secrets } = found);
    span?.hide(secrets);
    return found;
  };
  const begin = span && beginRequests(span, api, operation, base);
  const send = (credentials: Credentials): Promise<Response> =>
    sendRequest(complete(api, operation, base, parts, credentials), deadline, retries, begin);
  try {
    let credentials = await find();
    let response = await send(credentials);
    if (response.status === 401 && credentials.renewals.length > 0) {
      for (const renew of credentials.renewals) renew();
      credentials = await find();
      response = await send(credentials);
    }
    const url = joinUrl(base, parts.path, parts.query);
    if (!response.ok) return await readFailure(operation, response, url, credentials);
    if (limits !== undefined) return { kind: 'result', result: await readFileResponse(response, limits) };
    if (method === 'HEAD') return toText(maskSecrets(listHeaders(response), credentials.secrets));
    const mask = (text: string): string => maskSecrets(text, secrets);
    const facts = readFacts(response.headers, api.usesETags === true, mask);
    return { ...(await readResponse(operation, response, { url, maxBytes, deadline, maxTokens })), facts };
  } catch (error) {
    const locate = (failure: ForwardError): ForwardError =>
      failure.locate(describePath(operation), maskSecrets(parts.path, secrets));
    if (error instanceof ForwardError) throw locate(error);
    if (isOfCredentials(error)) throw error;
    if (deadline.isOver()) {
      throw locate(
        new ForwardError(`The ${api.name} API did not respond to ${describe(operation)} within ${timeoutMs} ms`),
      );
    }
    if (signal.aborted) throw signal.reason;
    const reason = maskSecrets(readReason(error), secrets);
    throw locate(new ForwardError(`The ${api.name} API cannot be reached at ${base}: ${reason}`));
  } finally {
    deadline.stop();
  }
}

/** Describes the request of a call, which is not sent. */
async function describeCall(
  api: ForwardApi,
  operation: ForwardOperation,
  base: string,
  parts: RequestParts,
): Promise<ApiResponse> {
  const { describeRequest } = await import('./describe-request.js');
  const request = complete(api, operation, base, parts, noCredentials());
  return { kind: 'result', result: describeRequest(api, operation, request) };
}

/** Returns a function that begins the span of a request. Each attempt has its own span. */
function beginRequests(
  span: RequestSpan,
  { name }: ForwardApi,
  operation: ForwardOperation,
  base: string,
): BeginRequest {
  const template = new URL(base).pathname.replace(/\/$/u, '') + describePath(operation);
  let resends = -1;
  return ({ method, url }) => {
    resends += 1;
    return span.begin({ kind: 'api', api: name, method, url, template, resends });
  };
}

/** Whether an error comes from the user's `credentials` and is passed on unchanged. */
function isOfCredentials(error: unknown): boolean {
  return error instanceof CredentialsError || error instanceof ProtocolError;
}

/** Adds headers and credentials, which replace arguments of the same name. */
function complete(
  api: ForwardApi,
  { method, isIdempotent }: ForwardOperation,
  base: string,
  { path, query, headers, cookies, accept, body }: RequestParts,
  credentials: Credentials,
): ApiRequest {
  const allCookies = override(cookies, credentials.cookies);
  return {
    method,
    url: joinUrl(base, path, override(query, credentials.query)),
    headers: Object.fromEntries([
      ...headers,
      ...(accept === undefined ? [] : [['accept', accept.join(', ')] as const]),
      ...Object.entries(api.headers ?? {}),
      ...(body === undefined ? [] : [['content-type', body.contentType] as const]),
      ...(allCookies.length === 0 ? [] : [['cookie', allCookies.map((pair) => pair.join('=')).join('; ')] as const]),
      ...credentials.headers,
    ]),
    body: body?.content,
    ...(isIdempotent && { isIdempotent }),
  };
}

function override(existing: readonly Pair[], added: readonly Pair[]): readonly Pair[] {
  if (added.length === 0) return existing;
  const names = new Set(added.map(([name]) => name));
  return [...existing.filter(([name]) => !names.has(name)), ...added];
}

function joinUrl(base: string, path: string, query: readonly Pair[]): string {
  if (query.length === 0) return base + path;
  const pairs = query.map(([name, value]) => (name === '' ? value : `${name}=${value}`));
  return `${base}${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** Headers that do not describe the resource. */
const hiddenHeaders = new Set(['connection', 'keep-alive', 'set-cookie', 'transfer-encoding']);

/** Lists the headers of the response to a HEAD request, one per line. */
function listHeaders({ headers }: Response): string {
  return [...headers].flatMap(([name, value]) => (hiddenHeaders.has(name) ? [] : [`${name}: ${value}`])).join('\n');
}

/** Media types of streams, which may never end. */
const streamTypes = new Set(['text/event-stream', 'application/x-ndjson', 'application/jsonl', 'application/json-seq']);

interface ResponseLimits {
  readonly url: string;
  readonly maxBytes: number;
  readonly deadline: Deadline;
  readonly maxTokens: number | undefined;
}

/** Reads a successful response. For a stream that does not end, returns the part that was read before the timeout. */
async function readResponse(
  operation: ForwardOperation,
  response: Response,
  { url, maxBytes, deadline, maxTokens }: ResponseLimits,
): Promise<ApiResponse> {
  const type = readMediaType(response.headers.get('content-type'));
  const isStream = streamTypes.has(type.essence);
  const chunks: Uint8Array[] = [];
  const { bytes, isCut } = await readStream(response.body, maxBytes, chunks).catch((error: unknown) => {
    if (isStream && deadline.isOver() && chunks.length > 0) return { bytes: joinBytes(chunks), isCut: true };
    if (deadline.signal.aborted) throw error;
    const message = `${describe(operation)} returned ${response.status}, but the response cannot be read`;
    throw new ForwardError(`${message}: ${describeBodyError(error)}`, response.status);
  });
  if (!isCut) {
    const pause = startWork();
    const decoded = await decodeResponse(bytes, type, url, maxTokens);
    await pause();
    return decoded;
  }
  if (isStream) return toText(`${decodeText(bytes, type)}\n\nThe stream was truncated because it had not ended.`);
  const message = `${describe(operation)} returned more than ${maxBytes} bytes; request less data`;
  throw new ForwardError(message, response.status);
}

/** Describes why a response body could not be read. Node reports corrupt compressed data with a zlib error code. */
function describeBodyError(error: unknown): string {
  const reason = readReason(error);
  return /^(?:Z_|ERR__ERROR_FORMAT|ERR_PADDING)/u.test(reason) ? `the compressed body is corrupt (${reason})` : reason;
}

function toText(value: string): ApiResponse {
  return { kind: 'result', result: text(value) };
}

async function readFailure(
  operation: ForwardOperation,
  response: Response,
  url: string,
  { secrets }: Credentials,
): Promise<ApiResponse> {
  if (response.status === 304) return toText('Not modified');
  const target = readLocation(response, url);
  if (target !== undefined && operation.answersRedirect === true) return toText(maskSecrets(target.href, secrets));
  const type = readMediaType(response.headers.get('content-type'));
  const { bytes } = await readStream(response.body, maxErrorBytes);
  const isShown = type.kind === 'json' || type.kind === 'text' || type.kind === 'unknown';
  const body = isShown ? maskSecrets(decodeText(bytes, type), secrets).slice(0, maxErrorCharacters) : '';
  const retryAfter = readRetryAfter(response);
  const lines = [
    maskSecrets(`${describe(operation)} returned ${response.status} ${response.statusText}`, secrets).trim(),
    ...(target === undefined
      ? []
      : [
          `The redirect to ${maskSecrets(target.href, secrets)} was not followed because it leads to a different server`,
        ]),
    ...(retryAfter === undefined ? [] : [describeWait(response, retryAfter)]),
    ...(body === '' ? [] : [body]),
  ];
  const headers = selectLimitHeaders(response, (text) => maskSecrets(text, secrets));
  const failure = new ForwardError(lines.join('\n'), response.status, parse(body), headers);
  if (type.essence === 'application/problem+json') addProblemType(failure);
  throw failure;
}

/** @see https://www.rfc-editor.org/rfc/rfc9457#section-3.1.1 */
function addProblemType(failure: ForwardError): void {
  const type = isJsonObject(failure.body) ? failure.body['type'] : undefined;
  if (typeof type === 'string') failure.traits = { ...failure.traits, type };
}

/** Status 403 alone does not imply a rate limit. */
function describeWait(response: Response, retryAfter: number): string {
  const reason = response.status === 403 && isRateLimited(response) ? 'The rate limit is exhausted. ' : '';
  return `${reason}Try again in ${Math.ceil(retryAfter / 1000)} s`;
}

function parse(body: string): unknown {
  try {
    return parseExactJson(body);
  } catch {
    return body === '' ? undefined : body;
  }
}

function describe(operation: ForwardOperation): string {
  return `${operation.method} ${describePath(operation)}`;
}

/** Returns the path of an operation, with parameter names. */
function describePath({ path }: ForwardOperation): string {
  return path.map((piece) => (typeof piece === 'string' ? piece : `{${piece.name}}`)).join('');
}
