import { HttpEndpoint } from '../../transports/http/endpoint.js';
import type { HttpReply } from '../../transports/http/http-message.js';
import { resolveHttpOptions } from '../../transports/http/http-options.js';
import { encodeBase64 } from '../../wire/base64.js';
import { joinBytes } from '../../wire/join-bytes.js';
import { isJsonObject, valueAt, type JsonObject } from '../../wire/json-object.js';
import type { MessageText } from '../../wire/json-rpc.js';
import type { Revision } from '../../wire/revisions.js';
import { isModern } from './test-case.js';
import type { Link, LinkOptions } from './test-client.js';

type Headers = Readonly<Record<string, string>>;

/**
 * Link over Streamable HTTP, with a session if the revision has sessions. Requests are passed to the endpoint in memory.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export class HttpLink implements Link {
  readonly #options: LinkOptions;
  readonly #revision: Revision;
  readonly #endpoint: HttpEndpoint;
  readonly #onClose: (() => void)[] = [];
  #sessionId: string | undefined;
  #isClosed = false;

  constructor(options: LinkOptions, revision: Revision) {
    const { service, auth, ...rest } = options;
    this.#options = options;
    this.#revision = revision;
    const authenticate = auth === undefined ? undefined : () => auth;
    this.#endpoint = new HttpEndpoint(service, { ...rest, http: resolveHttpOptions({}), authenticate });
  }

  send(message: JsonObject): void {
    const headers = isModern(this.#revision)
      ? repeatInHeaders(this.#options, this.#revision, message)
      : this.#sessionHeaders();
    this.#request('POST', headers, message);
  }

  close(): void {
    this.#isClosed = true;
    for (const disconnect of this.#onClose) disconnect();
    void this.#endpoint.close();
  }

  /** @see https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#protocol-version-header */
  #sessionHeaders(): Headers {
    if (this.#sessionId === undefined) return {};
    const version = this.#revision >= '2025-06-18' ? { 'mcp-protocol-version': this.#revision } : {};
    return { 'mcp-session-id': this.#sessionId, ...version };
  }

  /** @param message Message that waits for an answer; for a GET, the message whose stream was interrupted. */
  #request(method: 'POST' | 'GET', added: Headers, message: JsonObject): void {
    const headers: Headers = {
      accept: 'application/json, text/event-stream',
      host: 'localhost',
      'content-type': 'application/json',
      ...added,
    };
    const request = {
      method,
      url: '/mcp',
      remoteAddress: undefined,
      header: (name: string) => headers[name.toLowerCase()],
      readBody: () => Promise.resolve(joinBytes(JSON.stringify(message))),
    };
    void this.#endpoint.handle(request, this.#takeReply(message));
  }

  #takeReply(message: JsonObject): HttpReply {
    let lastId: string | undefined;
    let waitMs = 0;
    let isAnswered = false;
    const readEvent = (event: string): void => {
      const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'mu').exec(event)?.[1];
      lastId = field('id') ?? lastId;
      waitMs = Number(field('retry') ?? waitMs);
      const data = field('data') ?? '';
      if (data !== '' && this.#receive(data) === message['id']) isAnswered = true;
    };
    return {
      send: (status, headers, body) => {
        this.#sessionId ??= headers['Mcp-Session-Id'];
        if (body !== undefined) this.#receive(toText(body));
        else if (status >= 400) this.#options.fail(`The server answered with the HTTP status ${status}`);
      },
      openStream: () => ({
        pendingBytes: 0,
        write: (text) => toText(text).split('\n\n').forEach(readEvent),
        // The client reconnects to a stream that ends before the answer.
        end: () => {
          const resume = { ...this.#sessionHeaders(), 'last-event-id': lastId ?? '' };
          if (!isAnswered && lastId !== undefined && !this.#isClosed) {
            setTimeout(() => this.#request('GET', resume, message), waitMs);
          }
        },
        abort: () => {},
      }),
      onDisconnect: (listener) => void this.#onClose.push(listener),
    };
  }

  /** Passes a message on. Returns the id of the request that it answers. */
  #receive(text: string): unknown {
    const message: unknown = JSON.parse(text);
    if (!isJsonObject(message)) throw new Error('The server sent something that is not a message');
    this.#options.receive(message);
    return message['method'] === undefined ? message['id'] : undefined;
  }
}

function toText(text: MessageText): string {
  return new TextDecoder().decode(joinBytes(text));
}

/**
 * Returns the headers in which a modern request repeats parts of its body. The tools must be loaded.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#standard-request-headers
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
function repeatInHeaders({ service }: LinkOptions, revision: Revision, { method, params }: JsonObject): Headers {
  const { name, uri, taskId, arguments: values } = isJsonObject(params) ? params : {};
  const named = uri ?? taskId ?? name;
  const tool = method === 'tools/call' ? service.tools.loaded?.get(String(name)) : undefined;
  const repeated = (tool?.definition.headers ?? []).map((header): [string, unknown] => [
    `mcp-param-${header.name.toLowerCase()}`,
    valueAt(values, header.path),
  ]);
  return {
    'mcp-protocol-version': revision,
    'mcp-method': String(method),
    ...Object.fromEntries(
      [['mcp-name', named] as const, ...repeated]
        .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
        .map(([header, value]) => [header, encodeHeaderValue(String(value))]),
    ),
  };
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding */
function encodeHeaderValue(value: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/u.test(value) && !value.startsWith('=?base64?')) return value;
  return `=?base64?${encodeBase64(joinBytes(value))}?=`;
}
