import { ClientRecord } from './client-record.js';
import { readBody, sendCall, type HttpCall } from './http-call.js';
import { parseMessages } from './json-message.js';

/**
 * A session of a legacy client, which knows it by the id that the first server gave; each later server has one of its own for it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export class HttpSessionRecord {
  readonly #record = new ClientRecord();
  readonly #opening: HttpCall;
  #port: number;
  #id: Promise<string | undefined>;

  /**
   * @param opening The `initialize` of the client.
   * @param port Server that opened it.
   * @param id Its id there.
   */
  constructor(opening: HttpCall, port: number, id: string) {
    this.#opening = opening;
    this.#port = port;
    this.#id = Promise.resolve(id);
    this.note(opening);
  }

  /** The client listens to what concerns no request. */
  get isInitialized(): boolean {
    return this.#record.isInitialized;
  }

  /** Takes what the client says. */
  note({ body }: HttpCall): void {
    for (const message of parseMessages(body.toString())) this.#record.note(message);
  }

  /** The call as the server at a port knows it; the session is opened there when it is not yet. */
  async translate(call: HttpCall, port: number): Promise<HttpCall> {
    const isMoved = port !== this.#port;
    if (isMoved) {
      this.#port = port;
      this.#id = this.#open(port);
    }
    const id = await this.#id;
    // The events that it has seen are those of another server.
    const { 'last-event-id': _seen, ...headers } = call.headers;
    return {
      ...call,
      headers: { ...(isMoved ? headers : call.headers), ...(id !== undefined && { 'mcp-session-id': id }) },
    };
  }

  async #open(port: number): Promise<string | undefined> {
    const id = await this.#say(port, this.#opening);
    if (id === undefined) return undefined;
    const headers = { ...this.#opening.headers, 'mcp-session-id': id };
    const say = (message: object): Promise<unknown> =>
      this.#say(port, { ...this.#opening, headers, body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message })) });
    if (this.#record.isInitialized) await say({ method: 'notifications/initialized' });
    for (const [index, request] of this.#record.listRequests().entries()) await say({ id: `dev-${index}`, ...request });
    return id;
  }

  async #say(port: number, call: HttpCall): Promise<string | undefined> {
    try {
      const answer = await sendCall(port, call).answer;
      await readBody(answer);
      return answer.headers['mcp-session-id'] as string | undefined;
    } catch {
      return undefined;
    }
  }
}
