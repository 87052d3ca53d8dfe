import { Agent, request } from 'node:http';

/** Milliseconds after which a missing response is an error: longer than a balancer waits. */
const responseMs = 90_000;

const legacyVersion = '2025-11-25';
const modernVersion = '2026-07-28';
const clientInfo = { name: 'load', version: '1.0.0' };
const accepted = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

let lastId = 0;

/**
 * Error of a request that got no response of the server: the connection was closed, or a balancer answered. The server may have run the
 * request.
 */
export class CutError extends Error {}

/** Clients of both eras at one address, which share connections. */
export class HttpClients {
  // The connection that was unused for the longest time comes first, so that none is unused for so long that the server closes it.
  #agent = new Agent({ keepAlive: true, scheduling: 'fifo', maxSockets: 256 });
  #url;

  constructor(url) {
    this.#url = new URL(url);
  }

  /** Opens a legacy session; returns the headers of its requests. */
  async openSession() {
    const params = { protocolVersion: legacyVersion, capabilities: {}, clientInfo };
    const { headers } = await this.#call({ id: nextId(), method: 'initialize', params }, {});
    const session = { 'Mcp-Session-Id': headers['mcp-session-id'], 'MCP-Protocol-Version': legacyVersion };
    await this.#send('POST', { jsonrpc: '2.0', method: 'notifications/initialized' }, session, 202);
    return session;
  }

  /** Deletes a legacy session. */
  async closeSession(session) {
    await this.#send('DELETE', undefined, session, 204);
  }

  /**
   * Sends a request of a session; resolves with the result and the notifications before it. A stream that ends before the response is
   * resumed.
   */
  callLegacy(session, method, params) {
    return this.#call({ id: nextId(), method, params }, session);
  }

  /** Sends a request without a session; resolves with the result and the notifications before it. */
  callModern(method, params, capabilities = {}) {
    const all = { ...params, _meta: { ...describeClient(capabilities), ...params._meta } };
    return this.#call({ id: nextId(), method, params: all }, modernHeaders(method, params.name ?? params.taskId));
  }

  /**
   * Opens the stream of a session for messages that belong to no request. Resolves with a function that closes it.
   *
   * @param {{ lastEventId?: string, onEvent: (event: { id?: string, message?: object }) => void, onEnd: () => void }} options
   */
  listenLegacy(session, options) {
    const { lastEventId } = options;
    const resumed = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
    return this.#listen('GET', { ...session, ...resumed, Accept: 'text/event-stream' }, '', options);
  }

  /** Opens a subscription of a modern client. Resolves with a function that closes it. */
  listenModern(notifications, options) {
    const method = 'subscriptions/listen';
    const params = { notifications, _meta: describeClient({}) };
    const body = JSON.stringify({ jsonrpc: '2.0', id: nextId(), method, params });
    return this.#listen('POST', { ...accepted, ...modernHeaders(method) }, body, options);
  }

  async #call(message, headers) {
    const response = await this.#send('POST', { jsonrpc: '2.0', ...message }, headers, 200);
    let { events } = response;
    const isComplete = () => events.at(-1)?.message?.id === message.id;
    const lastEventId = () => events.findLast(({ id }) => id !== undefined)?.id;
    if (!isComplete() && 'Mcp-Session-Id' in headers && lastEventId() !== undefined) {
      events = [...events, ...(await this.#resume(headers, lastEventId()))];
    }
    if (!isComplete()) throw new CutError('the stream has ended before the response');
    const messages = events.flatMap(({ message: each }) => each ?? []);
    const { result, error } = messages.pop();
    if (error?.data?.reason === 'server-ended') throw new CutError('server-ended');
    if (result === undefined || result.isError === true) {
      throw new Error(`wrong response: ${JSON.stringify(result ?? error).slice(0, 300)}`);
    }
    return { headers: response.headers, result, notifications: messages };
  }

  /** Reads the rest of a stream of a session, from any node. */
  async #resume(session, lastEventId) {
    for (;;) {
      const events = [];
      const ended = new Promise((resolve, reject) => {
        this.listenLegacy(session, { lastEventId, onEvent: (event) => events.push(event), onEnd: resolve }).catch(
          reject,
        );
      });
      const isDone = await ended.then(
        () => true,
        (error) => (error instanceof CutError ? false : Promise.reject(error)),
      );
      if (isDone) return events;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  #send(method, message, headers, status) {
    const body = message === undefined ? '' : JSON.stringify(message);
    return new Promise((resolve, reject) => {
      const options = this.#formOptions(method, { ...accepted, ...headers }, body, this.#agent);
      const sent = request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.on('error', () => {});
        response.once('close', () => {
          clearTimeout(timer);
          const type = response.headers['content-type'];
          if (response.statusCode !== status) reject(describeStatus(response.statusCode, text));
          else if (!response.complete && type !== 'text/event-stream')
            reject(new CutError('the connection was closed'));
          else resolve({ headers: response.headers, events: readBody(type, text) });
        });
      });
      const timer = setTimeout(() => {
        reject(new Error(`no response within ${responseMs / 1000} s`));
        sent.destroy();
      }, responseMs);
      sent.on('error', (error) => {
        clearTimeout(timer);
        reject(new CutError(`connection: ${error.message}`));
      });
      sent.end(body);
    });
  }

  #listen(method, headers, body, { onEvent, onEnd }) {
    return new Promise((resolve, reject) => {
      const sent = request(this.#formOptions(method, headers, body, false), (response) => {
        if (response.statusCode !== 200) {
          response.resume();
          reject(describeStatus(response.statusCode, 'for a stream'));
          return;
        }
        let rest = '';
        response.on('error', () => {});
        response.setEncoding('utf8').on('data', (part) => {
          const events = (rest + part).split('\n\n');
          rest = events.pop();
          for (const event of events) onEvent(readEvent(event));
        });
        response.once('close', onEnd);
        resolve(() => sent.destroy());
      });
      sent.on('error', (error) => reject(new CutError(`connection: ${error.message}`)));
      sent.end(body);
    });
  }

  #formOptions(method, headers, body, agent) {
    const { hostname: host, port, pathname: path } = this.#url;
    const length = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) };
    return { host, port, path, method, agent, headers: { ...headers, ...length } };
  }
}

function nextId() {
  lastId += 1;
  return lastId;
}

function describeClient(capabilities) {
  return {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
}

function modernHeaders(method, name) {
  return {
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    ...(name !== undefined && { 'Mcp-Name': name }),
  };
}

function describeStatus(status, text) {
  const message = `status ${status}: ${text.replaceAll(/\s+/gu, ' ').slice(0, 200)}`;
  // The statuses of a balancer whose server is gone.
  return [502, 503, 504].includes(status) ? new CutError(message) : new Error(message);
}

function readBody(type, text) {
  if (text === '') return [];
  if (type !== 'text/event-stream') return [{ message: JSON.parse(text) }];
  // An event without its end was cut off.
  return text.split('\n\n').slice(0, -1).map(readEvent);
}

/** Reads an event. It has no message if it is a comment or only has an id. */
function readEvent(event) {
  const lines = event.split('\n');
  const find = (name) => lines.find((line) => line.startsWith(name))?.slice(name.length);
  const data = find('data: ');
  return { id: find('id: '), message: data ? JSON.parse(data) : undefined };
}
