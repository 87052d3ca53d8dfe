import { PassThrough } from 'node:stream';
import { StdioServing } from '../../runtime/transports/node/serve-stdio.js';
import { openService } from '../kit/open-service.js';
import { controlServer } from '../../runtime/core/sharing/server-control.js';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { modernHeaders } from '../wire/http-kit.js';
import type { RawHeaders } from '../wire/raw-http.js';
import { cancellation, turn, type Wire } from '../wire/wire.js';
import type { ModelServer } from './model-server.js';

/** A client's end of a session, whatever carries it. */
export interface Client {
  /** Messages of the server that no command has taken yet, in the order in which they came. */
  readonly inbox: Wire[];
  send(message: unknown): void;
  /** Takes back a request: by a notification, or by closing its response. */
  cancel(id: number): void;
  close(): Promise<void>;
}

export type Transport = 'newline' | 'Content-Length' | 'session' | 'stateless';

/** Waits for a message with some property and takes it out of the inbox; the test runs out of time when none comes. */
export async function take(client: Client, isWanted: (message: Wire) => boolean): Promise<Wire> {
  for (;;) {
    const at = client.inbox.findIndex(isWanted);
    const [found] = at < 0 ? [] : client.inbox.splice(at, 1);
    if (found !== undefined) return found;
    await turn();
  }
}

/** Lets the server do all that it has to do: what should not come had time to. */
export async function beQuiet(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}

/** Opens a session on a new server. */
export async function openClient(transport: Transport, server: ModelServer): Promise<Client> {
  if (transport === 'newline' || transport === 'Content-Length') return openStreams(transport, server);
  return openFetch(transport === 'session', server);
}

function openStreams(framing: 'newline' | 'Content-Length', server: ModelServer): Client {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const inbox: Wire[] = [];
  const service = openService(server);
  const serving = new StdioServing(service, { input, output, shutdownTimeoutMs: 0 });
  server.control = controlServer(service);
  let received = Buffer.alloc(0);
  output.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (let body = takeBody(); body !== undefined; body = takeBody()) inbox.push(JSON.parse(body) as Wire);
  });
  /** The next whole message in what was received. */
  const takeBody = (): string | undefined => {
    const isPlain = framing === 'newline';
    const [head = '', length] = isPlain ? [] : (/^Content-Length: (\d+)\r\n\r\n/u.exec(received.toString()) ?? []);
    const end = isPlain ? received.indexOf('\n') + 1 : head.length + Number(length ?? NaN);
    if (!(end > 0) || end > received.length) return undefined;
    const body = received.toString('utf8', head.length, end);
    received = received.subarray(end);
    return body;
  };
  const send = (message: unknown): void => {
    const text = JSON.stringify(message);
    input.write(framing === 'newline' ? `${text}\n` : `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  return {
    inbox,
    send,
    cancel: (requestId) => send(cancellation(requestId)),
    close: () => {
      input.end();
      return serving.finished;
    },
  };
}

function openFetch(hasSession: boolean, server: ModelServer): Client {
  const inbox: Wire[] = [];
  const web = createWebServer({
    definition: server.definition,
    handlers: server.handlers,
    options: { shutdownTimeoutMs: 0 },
    setup: (control) => void (server.control = control),
  });
  const open = new Map<unknown, AbortController>();
  let session: Record<string, string> = {};
  const request = async (method: string, message: unknown, gone: AbortController): Promise<void> => {
    const given: RawHeaders = {
      accept: 'application/json, text/event-stream',
      ...(message !== undefined && { 'content-type': 'application/json' }),
      ...(hasSession ? session : modernHeaders(message)),
    };
    const headers = Object.entries(given).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    );
    const body = message === undefined ? null : JSON.stringify(message);
    const response = await web.fetch(
      new Request('http://localhost/mcp', { method, headers, body, signal: gone.signal }),
    );
    await readMessages(response, (received) => {
      const { protocolVersion } = (received['result'] ?? {}) as Wire;
      const id = response.headers.get('mcp-session-id');
      if (id !== null && protocolVersion !== undefined) {
        session = { 'mcp-session-id': id, 'mcp-protocol-version': String(protocolVersion) };
        void request('GET', undefined, new AbortController());
      }
      inbox.push(received);
    });
  };
  const send = (message: unknown): void => {
    const gone = new AbortController();
    open.set((message as Wire | null)?.['id'], gone);
    void request('POST', message, gone);
  };
  return {
    inbox,
    send,
    cancel: (requestId) => {
      if (hasSession) send(cancellation(requestId));
      else open.get(requestId)?.abort();
    },
    close: () => web.close(),
  };
}

/** Reads the messages of a response, as they come. */
async function readMessages(response: Response, receive: (message: Wire) => void): Promise<void> {
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const events = isStream ? text.split('\n\n') : [];
      text = events.pop() ?? text;
      for (const event of events) {
        const [, data] = /^data: (.+)$/mu.exec(event) ?? [];
        if (data !== undefined) receive(JSON.parse(data) as Wire);
      }
    }
  } catch {
    // The client itself closed the response.
    return;
  }
  if (!isStream && text !== '') receive(JSON.parse(text) as Wire);
}
