import { DisconnectError } from '../http/disconnect-error.js';
import type { ByteSink, HttpHeaders, HttpReply, HttpRequest } from '../http/http-message.js';
import type { MessageText } from '../protocol/json-rpc.js';

const encoder = new TextEncoder();

/** A `Request` as the endpoint wants it. */
export class WebRequest implements HttpRequest {
  readonly #request: Request;

  constructor(request: Request) {
    this.#request = request;
  }

  get method(): string {
    return this.#request.method;
  }

  get url(): string {
    const { pathname, search } = new URL(this.#request.url);
    return pathname + search;
  }

  get remoteAddress(): undefined {
    return undefined;
  }

  /** A function of its own, so that it can be taken out of the request. */
  get header(): HttpRequest['header'] {
    return (name) => this.read(name.toLowerCase());
  }

  read(name: string): string | undefined {
    const value = this.#request.headers.get(name);
    // Not every platform lets programs see this header; the address is made from it.
    if (value === null && name === 'host') return new URL(this.#request.url).host;
    return value ?? undefined;
  }

  readBody(maxBytes: number, take: (body: Uint8Array | undefined) => void, fail: (error: unknown) => void): void {
    this.#readAll(maxBytes).then(take, fail);
  }

  async #readAll(maxBytes: number): Promise<Uint8Array | undefined> {
    const reader = this.#request.body?.getReader();
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const { done = true, value } = (await reader?.read().catch(() => Promise.reject(new DisconnectError()))) ?? {};
      if (done || value === undefined) return joinChunks(chunks, length);
      length += value.length;
      if (length > maxBytes) {
        await reader?.cancel();
        return undefined;
      }
      chunks.push(value);
    }
  }
}

/** Makes a `Response` of what the endpoint answers. */
export class WebReply implements HttpReply {
  /** Resolves when the head of the response is known. */
  readonly response: Promise<Response>;
  #resolve: (response: Response) => void = () => {};
  readonly #signal: AbortSignal;
  #onDisconnect: (() => void)[] = [];
  #isAnswered = false;
  #isGone = false;

  /** @param signal Of the request: aborted when the client goes away. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    this.response = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    signal.addEventListener('abort', () => {
      this.#disconnect();
      // Nobody reads it, but the platform waits for it.
      this.#resolve(new Response(null, { status: 499 }));
    });
  }

  send(status: number, headers: HttpHeaders, body?: MessageText): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#onDisconnect = [];
    this.#resolve(new Response(body === undefined ? null : encode(body), { status, headers }));
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
          close(() => {});
          this.#disconnect();
        },
      },
      { highWaterMark: 0, size: (chunk) => chunk.length },
    );
    this.#isAnswered = true;
    this.#resolve(new Response(body, { headers }));
    return {
      write: (text) => {
        if (isOpen) controller?.enqueue(encode(text));
      },
      end: () =>
        close(() => {
          this.#onDisconnect = [];
          controller?.close();
        }),
      abort: () => {
        close(() => controller?.error(new Error('The client does not read')));
        this.#disconnect();
      },
      get pendingBytes() {
        return isOpen ? -(controller?.desiredSize ?? 0) : 0;
      },
    };
  }

  onDisconnect(listener: () => void): void {
    if (this.#isGone || this.#signal.aborted) listener();
    else this.#onDisconnect.push(listener);
  }

  #disconnect(): void {
    this.#isGone = true;
    for (const listener of this.#onDisconnect.splice(0)) listener();
  }
}

function encode(text: MessageText): Uint8Array<ArrayBuffer> {
  if (typeof text === 'string') return encoder.encode(text);
  const parts = text.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  return joinChunks(
    parts,
    parts.reduce((sum, part) => sum + part.length, 0),
  );
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
