import { setTimeout as wait } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EventRelay } from './event-relay.js';
import { readBody, sendCall, type HttpCall } from './http-call.js';
import { HttpSessionRecord } from './http-session-record.js';
import { isRecord, paramsOf, parseMessages } from './json-message.js';
import { compareLists, listNames, type ServerLists } from './server-lists.js';

/** A stream that a client listens on, and what it belongs to. */
interface Listening {
  readonly relay: EventRelay;
  readonly session: HttpSessionRecord | undefined;
}

/** Milliseconds between looks for a server, while there is none. */
const pollMs = 20;

/**
 * Passes requests over HTTP on to the server of the moment. Sessions are opened again where they are not known, and
 * streams that clients listen on stay open.
 */
export class HttpRelay {
  readonly #sessions = new Map<string, HttpSessionRecord>();
  readonly #listening = new Set<Listening>();
  #port: number | undefined;
  #lists: ServerLists | undefined;

  /** Takes a request of a client. */
  async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = message;
    let id: unknown;
    try {
      const call: HttpCall = { method, path, headers, body: await readBody(message) };
      const port = await this.#findServer();
      const [said] = parseMessages(call.body.toString());
      id = said?.id;
      const session = this.#sessions.get(String(headers['mcp-session-id']));
      session?.note(call);
      if (method === 'DELETE') this.#sessions.delete(String(headers['mcp-session-id']));
      if (method === 'GET' || said?.method === 'subscriptions/listen') {
        await this.#listen({ relay: new EventRelay(call, response), session }, response, port);
      } else await this.#pass(call, session, response, port);
    } catch (error) {
      refuse(response, id, error instanceof Error ? error.message : String(error));
    }
  }

  /** Lets a server take over that is ready; `undefined` lists: it did not say what it offers. */
  async adopt(port: number, lists: ServerLists | undefined): Promise<void> {
    const earlier = this.#lists;
    this.#lists = lists;
    const isFirst = this.#port === undefined && earlier === undefined;
    this.#port = port;
    const changed = isFirst ? [] : earlier && lists ? compareLists(earlier, lists) : listNames;
    const all = [...this.#listening];
    for (const { relay } of all) relay.detach();
    await Promise.all(
      all.map(async ({ relay, session }) => {
        await relay.attach(port, session === undefined ? relay.call : await session.translate(relay.call, port));
      }),
    );
    for (const list of changed) for (const listening of all) announce(listening, list);
  }

  /** The server at a port has ended: what comes now waits for the next one. */
  lose(port: number): void {
    if (this.#port === port) this.#port = undefined;
  }

  async #findServer(): Promise<number> {
    while (this.#port === undefined) await wait(pollMs, undefined, { ref: false });
    return this.#port;
  }

  async #listen(listening: Listening, response: ServerResponse, port: number): Promise<void> {
    const { relay, session } = listening;
    this.#listening.add(listening);
    response.on('close', () => this.#listening.delete(listening));
    await relay.attach(port, session === undefined ? relay.call : await session.translate(relay.call, port));
  }

  async #pass(
    call: HttpCall,
    session: HttpSessionRecord | undefined,
    response: ServerResponse,
    port: number,
  ): Promise<void> {
    const sent = sendCall(port, session === undefined ? call : await session.translate(call, port));
    response.on('close', () => sent.cancel());
    const answer = await sent.answer;
    const opened = answer.headers['mcp-session-id'];
    if (typeof opened === 'string') this.#sessions.set(opened, new HttpSessionRecord(call, port, opened));
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  }
}

/** Tells a list change on the stream of a session, or of a subscription that asked for it. */
function announce({ relay, session }: Listening, list: string): void {
  const method = `notifications/${list}/list_changed`;
  if (session !== undefined) {
    if (session.isInitialized) relay.send({ jsonrpc: '2.0', method });
    return;
  }
  const [request] = parseMessages(relay.call.body.toString());
  const filter = request && paramsOf(request)['notifications'];
  if (!isRecord(filter) || filter[`${list}ListChanged`] !== true) return;
  relay.send({ jsonrpc: '2.0', method, params: { _meta: { 'io.modelcontextprotocol/subscriptionId': request?.id } } });
}

function refuse(response: ServerResponse, id: unknown, message: string): void {
  if (response.headersSent) return void response.destroy();
  const error = { code: -32603, message: `The server ended before it answered (${message}).` };
  response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, error }));
}
