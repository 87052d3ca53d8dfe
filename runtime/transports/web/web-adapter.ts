import {
  DisconnectError,
  type ByteSink,
  type HttpHeaders,
  type HttpReply,
  type HttpRequest,
} from '../http/http-message.js';
import { joinBytes } from '../../wire/join-bytes.js';
import type { MessageText } from '../../wire/json-rpc.js';
import { withResolver } from '../../wire/promises.js';
import { readStream } from '../../wire/read-stream.js';

/** `Request` of the `fetch` standard for the endpoint. */
export class WebRequest implements HttpRequest {
  readonly method: string;
  readonly remoteAddress: undefined;
  readonly platform: readonly unknown[];
  readonly #request: Request;

  /** @param platform Arguments of `fetch` after the request. */
  constructor(request: Request, platform: readonly unknown[]) {
    this.method = request.method;
    this.platform = platform;
    this.#request = request;
  }

  get url(): string {
    const { pathname, search } = new URL(this.#request.url);
    return pathname + search;
  }

  /** Returns the value of a header. An arrow function, so that it can be passed on without the request. */
  readonly header = (name: string): string | undefined => {
    const value = this.#request.headers.get(name);
    // Some platforms hide the Host header, but build the URL from it.
    if (value === null && name.toLowerCase() === 'host') return new URL(this.#request.url).host;
    return value ?? undefined;
  };

  async readBody(maxBytes: number): Promise<Uint8Array | undefined> {
    const { bytes, isCut } = await readStream(this.#request.body, maxBytes).catch(() => {
      throw new DisconnectError();
    });
    return isCut ? undefined : bytes;
  }

  async toRequest(maxBytes: number, signal: AbortSignal): Promise<Request | undefined> {
    const { url, method, headers, body: stream } = this.#request;
    const body = stream === null ? undefined : await this.readBody(maxBytes);
    if (stream !== null && body === undefined) return undefined;
    return new Request(url, { method, headers, signal, ...(body && { body: body as Uint8Array<ArrayBuffer> }) });
  }
}

/** Reply of the endpoint as a `Response` of the `fetch` standard. */
export class WebReply implements HttpReply {
  /** Resolves when the status and headers are known. */
  readonly response: Promise<Response>;
  readonly #resolve: (response: Response) => void;
  #onDisconnect: (() => void)[] = [];
  #isAnswered = false;
  #isGone = false;

  /** @param signal Signal of the request, aborted when the client closes the connection. */
  constructor(signal: AbortSignal) {
    ({ promise: this.response, resolve: this.#resolve } = withResolver<Response>());
    const onAbort = (): void => {
      // The client has disconnected, but the platform waits for a response.
      this.#isAnswered = true;
      this.#resolve(new Response(null, { status: 499 }));
      this.#disconnect();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  }

  send(status: number, headers: HttpHeaders, body?: MessageText): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#onDisconnect = [];
    this.#resolve(new Response(body === undefined ? null : joinBytes(body), { status, headers }));
  }

  async pass(response: Response): Promise<void> {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#resolve(response);
  }

  openStream(headers: HttpHeaders): ByteSink {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    let isOpen = true;
    const close = (end: () => void): void => {
      if (!isOpen) return;
      isOpen = false;
      end();
    };
    const body = new ReadableStream<Uint8Array>(
      {
        start: (started) => {
          controller = started;
        },
        cancel: () => {
          isOpen = false;
          this.#disconnect();
        },
      },
      { highWaterMark: 0, size: (chunk) => chunk.length },
    );
    this.#isAnswered = true;
    this.#resolve(new Response(body, { headers }));
    return {
      write: (text) => {
        if (isOpen) controller?.enqueue(joinBytes(text));
      },
      end: () =>
        close(() => {
          this.#onDisconnect = [];
          controller?.close();
        }),
      abort: () => {
        close(() => controller?.error(new Error('The client is not reading the response')));
        this.#disconnect();
      },
      get pendingBytes() {
        return isOpen ? -(controller?.desiredSize ?? 0) : 0;
      },
    };
  }

  /**
   * Responds if the body was incomplete or already read, because some platforms do not report a disconnected client.
   */
  end(): void {
    this.send(400, {});
  }

  onDisconnect(listener: () => void): void {
    if (this.#isGone) listener();
    else this.#onDisconnect.push(listener);
  }

  #disconnect(): void {
    this.#isGone = true;
    for (const listener of this.#onDisconnect.splice(0)) listener();
  }
}
