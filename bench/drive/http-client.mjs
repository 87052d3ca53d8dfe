import { Agent, request as send } from 'node:http';
import { encodeRequest, greeting, listHeaders, protocolVersions } from './make-request.mjs';

let lastId = 0;

/** Client of a server over HTTP whose requests and responses differ, unlike those of `openHttp`. */
export class HttpClient {
  #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  #streams = [];
  #port;

  constructor(port) {
    this.#port = port;
  }

  /**
   * Makes a request and resolves with its result.
   *
   * @param {{ method: string, params: object, name?: string, capabilities?: object }} request
   * @param {object} [headers] Additional headers.
   * @throws Error for an error, and for a tool error.
   */
  async call(request, era, headers = {}) {
    lastId += 1;
    const body = encodeRequest(request, era, lastId);
    const { text } = await this.#post(body, { ...listHeaders(request, era), ...headers });
    const { result } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    if (result === undefined || result.isError === true) {
      throw new Error(`${request.method} failed: ${text.slice(0, 500)}`);
    }
    return result;
  }

  /** Opens a legacy session; resolves with the headers of its requests. */
  async openSession() {
    const headers = listHeaders({}, 'legacy');
    const opened = await this.#post(greeting[0], headers);
    const session = { 'Mcp-Session-Id': opened.headers['mcp-session-id'] };
    await this.#post(greeting[1], { ...headers, ...session });
    return session;
  }

  /**
   * Opens an event stream: that of a legacy session, or of a modern subscription.
   *
   * @param {(message: object) => void} take Receives every message.
   */
  async listen(request, era, headers, take) {
    lastId += 1;
    const body = request && encodeRequest(request, era, lastId);
    const legacy = { Accept: 'text/event-stream', 'MCP-Protocol-Version': protocolVersions[era] };
    const options = {
      method: request ? 'POST' : 'GET',
      headers: { ...(request ? listHeaders(request, era) : legacy), ...headers },
      agent: false,
    };
    const response = await this.#send(options, body);
    this.#streams.push(response);
    response.on('error', () => {});
    let rest = '';
    response.setEncoding('utf8').on('data', (part) => {
      const events = (rest + part).split('\n\n');
      rest = events.pop();
      for (const event of events) {
        const data = event.slice(event.indexOf('data: ') + 6);
        if (event.includes('data: {')) take(JSON.parse(data));
      }
    });
  }

  async #post(body, headers) {
    const response = await this.#send({ method: 'POST', headers, agent: this.#agent }, body);
    let text = '';
    for await (const part of response.setEncoding('utf8')) text += part;
    return { headers: response.headers, text };
  }

  #send(options, body) {
    return new Promise((resolve, reject) => {
      const sent = send({ host: '127.0.0.1', port: this.#port, path: '/mcp', ...options }, (response) => {
        if (response.statusCode < 300) resolve(response);
        else reject(new Error(`${options.method} got status ${response.statusCode}.`));
      });
      sent.on('error', reject).end(body);
    });
  }

  /** Ends all connections, streams included. */
  close() {
    this.#agent.destroy();
    for (const stream of this.#streams) stream.destroy();
  }
}
