import { Agent, request } from 'node:http';

/** Milliseconds after which an answer counts as missing. */
const answerMs = 30_000;

const legacyVersion = '2025-11-25';
const modernVersion = '2026-07-28';
const clientInfo = { name: 'load', version: '1.0.0' };
const meta = {
  'io.modelcontextprotocol/protocolVersion': modernVersion,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const accepted = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

let lastId = 0;

/** Clients of several nodes. Each request goes to the next node, as behind a load balancer without affinity. */
export class HttpClients {
  // The connection that was unused for the longest time comes first, so that none is unused for so long that the server closes it.
  #agent = new Agent({ keepAlive: true, scheduling: 'fifo', maxSockets: 256 });
  #urls;
  #turn = 0;

  constructor(urls) {
    this.#urls = urls.map((url) => new URL(url));
  }

  /** Number of nodes. */
  get count() {
    return this.#urls.length;
  }

  /** Opens a legacy session; gives the headers of its requests. */
  async openSession() {
    const params = { protocolVersion: legacyVersion, capabilities: {}, clientInfo };
    const { headers } = await this.#call({ id: nextId(), method: 'initialize', params }, {});
    const session = { 'Mcp-Session-Id': headers['mcp-session-id'], 'MCP-Protocol-Version': legacyVersion };
    await this.#post({ method: 'notifications/initialized' }, session, 202);
    return session;
  }

  /**
   * Sends a request of a session; resolves with the result and the notifications before it.
   *
   * @param {number} [node] Index of the node that gets it. Default: the next one.
   */
  callLegacy(session, method, params, node) {
    if (node !== undefined) this.#turn = node - 1;
    return this.#call({ id: nextId(), method, params }, session);
  }

  /** Sends a request without a session; resolves with the result and the notifications before it. */
  callModern(method, params) {
    const id = nextId();
    const all = { ...params, _meta: { ...meta, ...params._meta } };
    return this.#call({ id, method, params: all }, modernHeaders(method, params.name));
  }

  /** Opens the stream of a session for messages that belong to no request. Resolves when it has begun. */
  listenLegacy(session, onMessage, onEnd) {
    return this.#listen('GET', { ...session, Accept: 'text/event-stream' }, '', onMessage, onEnd);
  }

  /** Opens a subscription of a modern client. Resolves when it has begun. */
  listenModern(notifications, onMessage, onEnd) {
    const method = 'subscriptions/listen';
    const body = JSON.stringify({ jsonrpc: '2.0', id: nextId(), method, params: { notifications, _meta: meta } });
    return this.#listen('POST', { ...accepted, ...modernHeaders(method) }, body, onMessage, onEnd);
  }

  async #call(message, headers) {
    const answer = await this.#post(message, headers, 200);
    const last = answer.messages.pop();
    if (last?.id !== message.id || last.result === undefined || last.result.isError === true) {
      throw new Error(`wrong answer: ${JSON.stringify(last)?.slice(0, 300)}`);
    }
    return { headers: answer.headers, result: last.result, notifications: answer.messages };
  }

  #post(message, headers, status) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    return new Promise((resolve, reject) => {
      const options = this.#formOptions('POST', { ...accepted, ...headers }, body, this.#agent);
      const sent = request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.once('error', reject).once('end', () => {
          clearTimeout(timer);
          if (response.statusCode !== status) reject(new Error(`status ${response.statusCode}: ${text.slice(0, 300)}`));
          else resolve({ headers: response.headers, messages: readMessages(response.headers['content-type'], text) });
        });
      });
      const timer = setTimeout(() => sent.destroy(new Error(`no answer within ${answerMs / 1000} s`)), answerMs);
      sent.once('error', (error) => {
        clearTimeout(timer);
        reject(new Error(`connection: ${error.message}`));
      });
      sent.end(body);
    });
  }

  #listen(method, headers, body, onMessage, onEnd) {
    return new Promise((resolve, reject) => {
      const sent = request(this.#formOptions(method, headers, body, false), (response) => {
        if (response.statusCode !== 200) {
          reject(new Error(`status ${response.statusCode} for a stream`));
          return;
        }
        let rest = '';
        response.setEncoding('utf8').on('data', (part) => {
          const events = (rest + part).split('\n\n');
          rest = events.pop();
          for (const event of events) for (const message of readEvent(event)) onMessage(message);
        });
        response.once('close', onEnd);
        resolve();
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  #formOptions(method, headers, body, agent) {
    this.#turn += 1;
    const { hostname: host, port, pathname: path } = this.#urls[this.#turn % this.#urls.length];
    const length = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) };
    return { host, port, path, method, agent, headers: { ...headers, ...length } };
  }
}

function nextId() {
  lastId += 1;
  return lastId;
}

function modernHeaders(method, name) {
  return {
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    ...(name !== undefined && { 'Mcp-Name': name }),
  };
}

function readMessages(type, text) {
  if (text === '') return [];
  return type === 'text/event-stream' ? text.split('\n\n').flatMap(readEvent) : [JSON.parse(text)];
}

/** The message of an event; none for a comment, and for an event that only gives an id. */
function readEvent(event) {
  const line = event.split('\n').find((each) => each.startsWith('data: ') && each.length > 6);
  return line === undefined ? [] : [JSON.parse(line.slice(6))];
}
