import { HttpEndpoint } from '../../transports/http/endpoint.js';
import type { ByteSink, HttpHeaders, HttpReply } from '../../transports/http/http-message.js';
import { resolveHttpOptions } from '../../transports/http/http-options.js';
import { joinBytes } from '../../wire/join-bytes.js';
import { valueAt } from '../../wire/value-at.js';
import { encodeHeader } from '../../wire/peer/http-headers.js';
import { HttpLink, type LinkFailure, type LinkRequest, type LinkResponse } from '../../wire/peer/http-link.js';
import { paramsOf, parseMessages } from '../../wire/peer/json-message.js';
import type { MessageText } from '../../wire/json-rpc.js';
import type { Link, LinkEvents, LinkHeaders } from '../../wire/peer/link.js';
import { messageOf } from '../../wire/protocol-error.js';
import type { LinkOptions } from './open-stream-link.js';

/**
 * Opens a link over Streamable HTTP. Requests are passed to the endpoint in memory.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function openHttpLink(options: LinkOptions, events: LinkEvents): Link {
  const { service, auth, ...rest } = options;
  const authenticate = auth === undefined ? undefined : () => auth;
  const endpoint = new HttpEndpoint(service, { ...rest, http: resolveHttpOptions({}), authenticate });
  const link = new HttpLink(
    {
      request: (request, signal) => requestInMemory(endpoint, request, signal),
      headers: { host: 'localhost' },
      maxMessageBytes: Infinity,
      isListening: false,
      retryMs: { defaultValue: 0, min: 0, max: 30_000 },
      explain,
    },
    events,
  );
  return {
    send: (text) => link.send(text, parameterHeaders(options, text)),
    async close() {
      await link.close();
      // Handlers may continue.
      void endpoint.close();
    },
  };
}

function explain(failure: LinkFailure): string {
  return 'error' in failure ? messageOf(failure.error) : `The server responded with HTTP status ${failure.status}`;
}

function requestInMemory(
  endpoint: HttpEndpoint,
  { method, headers, body: text = '' }: LinkRequest,
  signal: AbortSignal,
): Promise<LinkResponse> {
  return new Promise((resolve) => {
    const respond = (status: number, sent: HttpHeaders, body: LinkResponse['body']): void => {
      const all = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
      resolve({ status, header: (name) => all.get(name), body, discard: () => {} });
    };
    const reply: HttpReply = {
      send(status, sent, content) {
        const body = new MemoryBody();
        if (content !== undefined) body.write(content);
        body.end();
        respond(status, sent, body);
      },
      openStream(sent) {
        const body = new MemoryBody();
        respond(200, sent, body);
        return body;
      },
      onDisconnect: (listener) => signal.addEventListener('abort', listener, { once: true }),
    };
    const request = {
      method,
      url: '/mcp',
      remoteAddress: undefined,
      header: (name: string) => headers[name.toLowerCase()],
      readBody: () => Promise.resolve(joinBytes(text)),
    };
    void endpoint.handle(request, reply);
  });
}

/** Response body that is read while it is written. */
class MemoryBody implements ByteSink {
  readonly pendingBytes = 0;
  readonly #pieces: Uint8Array[] = [];
  #isEnded = false;
  #wake = (): void => {};

  write(text: MessageText): void {
    this.#pieces.push(joinBytes(text));
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  abort(): void {
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    while (!this.#isEnded || this.#pieces.length > 0) {
      yield* this.#pieces.splice(0);
      if (!this.#isEnded && this.#pieces.length === 0) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

/**
 * Returns the headers that repeat arguments of a call. The tools must be loaded.
 *
 * @see
 *   https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
function parameterHeaders({ service }: LinkOptions, text: string): LinkHeaders {
  const [message = {}] = parseMessages(text);
  const { name, arguments: values } = paramsOf(message);
  const tool = message.method === 'tools/call' ? service.state.tools?.get(String(name)) : undefined;
  const repeated = (tool?.definition.headers ?? []).map(({ name: header, path }): [string, unknown] => [
    `mcp-param-${header.toLowerCase()}`,
    valueAt(values, path),
  ]);
  const isSent = ([, value]: readonly [string, unknown]): boolean =>
    ['string', 'number', 'boolean'].includes(typeof value);
  return Object.fromEntries(repeated.filter(isSent).map(([header, value]) => [header, encodeHeader(String(value))]));
}
