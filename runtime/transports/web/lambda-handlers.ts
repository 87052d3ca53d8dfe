import { encodeBase64 } from '../../wire/base64.js';
import { joinBytes } from '../../wire/join-bytes.js';
import type { WebServer } from './create-web-server.js';

/**
 * HTTP request that AWS Lambda passes to a function, in payload format 2.0 of a function URL or an API Gateway HTTP
 * API.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-payloads
 */
export interface LambdaEvent {
  readonly version: string;
  readonly rawPath: string;
  readonly rawQueryString?: string;
  readonly cookies?: readonly string[];
  readonly headers?: { readonly [name: string]: string | undefined };
  readonly requestContext: {
    readonly domainName: string;
    readonly http: { readonly method: string };
  };
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** The member of a Lambda invocation's context that is used. */
export interface LambdaContext {
  readonly getRemainingTimeInMillis?: () => number;
}

/** Status and headers of a response. */
interface LambdaHead {
  readonly statusCode: number;
  readonly headers: { readonly [name: string]: string };
  readonly cookies: readonly string[];
}

/** Complete response in payload format 2.0. */
export interface LambdaResult extends LambdaHead {
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

/** Writable stream of Node. */
interface LambdaStream {
  write(chunk: Uint8Array | string): boolean;
  once(event: 'drain' | 'close', listener: () => void): LambdaStream;
  end(listener: () => void): unknown;
}

type BufferedHandler = (event: LambdaEvent, context?: LambdaContext) => Promise<LambdaResult>;
type StreamHandler = (event: LambdaEvent, stream: LambdaStream, context?: LambdaContext) => Promise<void>;

/**
 * Global of the Node runtime of Lambda.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html
 */
interface LambdaRuntime {
  readonly streamifyResponse: (handler: StreamHandler) => unknown;
  readonly HttpResponseStream: { from(stream: LambdaStream, head: LambdaHead): LambdaStream };
}

/** Handlers of a Lambda function. */
export interface LambdaHandlers {
  /**
   * For a function URL with `InvokeMode: RESPONSE_STREAM`: events reach the client while a call runs. Outside Lambda's
   * Node runtime, the same as `buffered`.
   */
  readonly handler: unknown;
  /**
   * For API Gateway (HTTP API) and function URLs with `InvokeMode: BUFFERED`: the client receives a response when it is
   * complete.
   */
  readonly buffered: BufferedHandler;
}

/** How long before a call's timeout its response is ended, in milliseconds. */
const reserveMs = 500;

/** Maximum timeout of a Lambda function, in milliseconds. */
const maxMs = 900_000;

/**
 * Creates the handlers of the AWS Lambda function that runs a server. `context.http.platform` is `[{ event, context
 * }]`. Half a second before the function's timeout, an open response is ended, and its request is cancelled.
 */
export function createLambdaHandlers({ fetch }: Pick<WebServer, 'fetch'>): LambdaHandlers {
  const respond = async <Sent>(
    event: LambdaEvent,
    context: LambdaContext = {},
    send: (response: Response, chunks: AsyncIterable<Uint8Array>) => Promise<Sent>,
  ): Promise<Sent> => {
    const ending = new AbortController();
    const remaining = context.getRemainingTimeInMillis?.() ?? maxMs;
    const timer = setTimeout(() => ending.abort(), Math.max(remaining - reserveMs, 0));
    try {
      const request = toRequest(event, ending.signal);
      const response = request ? await fetch(request, { event, context }) : new Response(null, { status: 405 });
      return await send(response, readChunks(response, ending.signal));
    } finally {
      clearTimeout(timer);
    }
  };
  const buffered: BufferedHandler = (event, context) =>
    respond(event, context, async (response, chunks) => {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      return { ...headOf(response), ...encodeBody(joinBytes(parts)) };
    });
  const { awslambda } = globalThis as { readonly awslambda?: LambdaRuntime };
  if (awslambda === undefined) return { handler: buffered, buffered };
  const streamed: StreamHandler = (event, stream, context) =>
    respond(event, context, async (response, chunks) => {
      const out = awslambda.HttpResponseStream.from(stream, headOf(response));
      // The status and headers are sent with the first bytes, so even an empty response needs a write.
      out.write('');
      for await (const chunk of chunks) {
        if (!out.write(chunk)) await new Promise<void>((resolve) => out.once('drain', resolve).once('close', resolve));
      }
      await new Promise<void>((resolve) => out.end(resolve));
    });
  return { handler: awslambda.streamifyResponse(streamed), buffered };
}

/** Creates the request for an event; `undefined` for a method that `fetch` does not support. */
function toRequest(event: LambdaEvent, signal: AbortSignal): Request | undefined {
  const { version, rawPath, rawQueryString = '', cookies = [], requestContext, body, isBase64Encoded = false } = event;
  if (version !== '2.0') {
    throw new TypeError(
      'The event does not have payload format 2.0: use a function URL or an HTTP API with that format.',
    );
  }
  const { method } = requestContext.http;
  if (/^(?:CONNECT|TRACE|TRACK)$/iu.test(method)) return undefined;
  const url = new URL(`https://${requestContext.domainName}`);
  url.pathname = rawPath;
  url.search = rawQueryString;
  const headers = new Headers();
  for (const [name, value = ''] of Object.entries(event.headers ?? {})) headers.append(name, value);
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  return new Request(url, {
    method,
    headers,
    signal,
    ...(hasBody && { body: isBase64Encoded ? Uint8Array.from(atob(body), (part) => part.charCodeAt(0)) : body }),
  });
}

function headOf({ status, headers }: Response): LambdaHead {
  const others: { [name: string]: string } = {};
  headers.forEach((value, name) => {
    if (name !== 'set-cookie') others[name] = value;
  });
  return { statusCode: status, headers: others, cookies: headers.getSetCookie() };
}

/** Reads the chunks of a response body. Aborting the signal ends the chunks and the response. */
async function* readChunks({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    // The reader may have stopped before the end.
    cancel();
  }
}

/** Encodes bytes as text if they are UTF-8, otherwise as Base64. */
function encodeBody(bytes: Uint8Array): Pick<LambdaResult, 'body' | 'isBase64Encoded'> {
  try {
    const body = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { body, isBase64Encoded: false };
  } catch {
    return { body: encodeBase64(bytes), isBase64Encoded: true };
  }
}
