/** The headers of every POST. */
const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const modernVersion = '2026-07-28';
const legacyVersion = '2025-11-25';

/** A client of the server at a URL, for both eras. Every function rejects when the answer is not what the protocol demands. */
export function openClient(url) {
  let lastId = 0;

  const post = (message, headers, signal) =>
    fetch(url, { method: 'POST', headers: { ...common, ...headers }, body: JSON.stringify(message), signal });

  /** Sends a modern request; returns the response. */
  const send = (method, params, { capabilities = {}, signal } = {}) => {
    lastId += 1;
    const name = params.name ?? params.uri ?? params.taskId;
    const meta = {
      'io.modelcontextprotocol/protocolVersion': modernVersion,
      'io.modelcontextprotocol/clientInfo': { name: 'soak', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    };
    const message = { jsonrpc: '2.0', id: lastId, method, params: { ...params, _meta: meta } };
    const headers = { 'mcp-protocol-version': modernVersion, 'mcp-method': method, ...(name && { 'mcp-name': name }) };
    return post(message, headers, signal);
  };

  return {
    url,
    send,
    /** Sends a modern request; resolves with its result. */
    async request(method, params, options) {
      const { result, error } = await readAnswer(await send(method, params, options));
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    /** Opens a legacy session. */
    async openSession(capabilities = {}) {
      const clientInfo = { name: 'soak', version: '1.0.0' };
      const params = { protocolVersion: legacyVersion, capabilities, clientInfo };
      const response = await post({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params }, {});
      await readAnswer(response);
      const session = response.headers.get('mcp-session-id');
      const headers = { 'mcp-session-id': session, 'mcp-protocol-version': legacyVersion };
      const sendIn = (message, signal) => post({ jsonrpc: '2.0', ...message }, headers, signal);
      await drain(await sendIn({ method: 'notifications/initialized' }), 202);
      return {
        send: sendIn,
        /** Sends a request; `answer` answers questions of the server. Resolves with the result. */
        async request(method, params, answer) {
          lastId += 1;
          const id = lastId;
          const response = await sendIn({ id, method, params });
          for await (const message of readMessages(response)) {
            if (message.id === id && message.method === undefined) return message.result;
            if (message.id !== undefined) await drain(await sendIn({ id: message.id, result: answer(message) }), 202);
          }
          throw new Error(`${method}: there is no answer`);
        },
        /** Opens the stream of messages that belong to no request, and closes it. */
        async listen() {
          const abort = new AbortController();
          const { signal } = abort;
          const response = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' }, signal });
          if (response.status !== 200) throw new Error(`GET: status ${response.status}`);
          abort.abort();
        },
        close: async () => drain(await fetch(url, { method: 'DELETE', headers }), 204, 200),
      };
    },
  };
}

/** Reads a response to its end, and checks its status. */
export async function drain(response, ...statuses) {
  const text = await response.text();
  if (!statuses.includes(response.status)) throw new Error(`status ${response.status}: ${text.slice(0, 200)}`);
}

async function readAnswer(response) {
  for await (const message of readMessages(response)) {
    if ('result' in message || 'error' in message) return message;
  }
  throw new Error(`status ${response.status}, without an answer`);
}

/** The messages of a response: one of JSON, or those of an event stream. */
export async function* readMessages(response) {
  if (response.headers.get('content-type') !== 'text/event-stream') {
    yield JSON.parse(await response.text());
    return;
  }
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + chunk).split('\n\n');
    rest = events.pop();
    for (const event of events) {
      const data = event.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []));
      if (data.join('') !== '') yield JSON.parse(data.join('\n'));
    }
  }
}
