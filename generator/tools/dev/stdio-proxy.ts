import { ClientRecord } from './client-record.js';
import { isJsonObject } from '../../../runtime/wire/json.js';
import { idKey, paramsOf, parseMessages, type JsonMessage } from '../../../runtime/wire/peer/json-message.js';
import { isSubscription, type PendingRequest, type ServerInstance } from './server-instance.js';
import { compareLists, listNames, type ListName, type ServerLists } from './server-lists.js';

/** Milliseconds in which a replaced server can finish its open requests. */
const graceMs = 10_000;

/**
 * Forwards messages between a client on stdio and its changing servers, so that the client keeps one connection. A new
 * server gets the client's handshake, log level and subscriptions; the client is notified of changed lists. Messages
 * wait while there is no server.
 *
 * @see docs/decisions/0024-dev-is-a-proxy.md
 */
export class StdioProxy {
  readonly #toClient: (text: string) => void;
  readonly #record = new ClientRecord();
  /** Replaced servers with open requests. */
  readonly #replaced = new Set<ServerInstance>();
  /** Subscriptions whose server has ended. */
  readonly #orphans = new Map<string, PendingRequest>();
  /** Lists that have changed since the last notification to the client. */
  readonly #changed = new Set<ListName>();
  #current: ServerInstance | undefined;
  #lists: ServerLists | undefined;
  #waiting: string[] = [];
  /** Error for requests while there is no server. If absent, requests wait. */
  #refusal: string | undefined;
  #count = 0;
  #hasEnded = false;

  /** @param toClient Sends a message to the client. */
  constructor(toClient: (text: string) => void) {
    this.#toClient = toClient;
  }

  /** Whether a server was ever ready. */
  get hasServed(): boolean {
    return this.#count > 0;
  }

  /** Receives a client message. */
  receive(text: string): void {
    const messages = parseMessages(text);
    const [message] = messages;
    if (messages.length === 1 && message !== undefined && !text.startsWith('[')) {
      if (message.method === undefined && this.#passAnswer(message)) return;
      if (message.method === 'notifications/cancelled' && this.#passCancelled(text, message)) return;
    }
    if (this.#current === undefined && this.#refusal !== undefined) this.#reject(messages, this.#refusal);
    else if (this.#current === undefined) this.#waiting.push(text);
    else this.#forward(this.#current, text, messages);
  }

  /** Rejects waiting and new requests with an error until a server is ready. `undefined` lets requests wait. */
  refuse(reason: string | undefined): void {
    this.#refusal = reason;
    if (reason === undefined || this.#current !== undefined) return;
    for (const text of this.#waiting.splice(0)) this.#reject(parseMessages(text), reason);
  }

  /** Handles the end of client output: the server gets the waiting messages, then the end of its input. */
  endInput(): void {
    this.#hasEnded = true;
    this.#current?.endInput();
  }

  /** Makes a ready server the current one. */
  adopt(next: ServerInstance, lists: ServerLists): void {
    this.#count += 1;
    this.#refusal = undefined;
    next.number = this.#count;
    const earlier = this.#current;
    next.onMessage = (text) => this.#receiveFrom(next, text);
    this.#initialize(next);
    if (this.#lists !== undefined) compareLists(this.#lists, lists).forEach((name) => this.#changed.add(name));
    this.#lists = lists;
    this.#current = next;
    if (earlier !== undefined) this.#release(earlier);
    for (const request of this.#orphans.values()) next.resume(request);
    this.#orphans.clear();
    this.#announce(next);
    if (earlier !== undefined) this.#keepUntilAnswered(earlier);
    for (const text of this.#waiting.splice(0)) this.#forward(next, text, parseMessages(text));
    if (this.#hasEnded) next.endInput();
  }

  /** Rejects the open requests of a server that has exited. Subscriptions wait for the next server. */
  lose(server: ServerInstance, how: string): void {
    if (server !== this.#current && !this.#replaced.has(server)) return;
    this.#replaced.delete(server);
    if (server === this.#current) {
      this.#current = undefined;
      this.#release(server);
    }
    this.#fail(server, `The server exited (${how}) before it responded.`);
  }

  /** Forwards a response to the server that sent the request. Returns whether that server was found. */
  #passAnswer(message: JsonMessage): boolean {
    const key = idKey(message.id);
    const asker = [...this.#replaced, this.#current].find((server) => server?.clientRequests.has(key));
    if (asker === undefined) return false;
    asker.send(JSON.stringify({ ...message, id: asker.clientRequests.get(key) }));
    asker.clientRequests.delete(key);
    return true;
  }

  /** Forwards a cancellation to the server that has the request, or removes the waiting request. */
  #passCancelled(text: string, message: JsonMessage): boolean {
    const { requestId } = paramsOf(message);
    const key = idKey(requestId);
    const owner = [...this.#replaced, this.#current].find((server) => server?.pending.has(key));
    if (owner !== undefined) {
      owner.pending.delete(key);
      owner.send(text);
      this.#stopWhenIdle(owner);
      return true;
    }
    if (this.#orphans.delete(key)) return true;
    const waiting = this.#waiting.length;
    this.#waiting = this.#waiting.filter((each) => !parseMessages(each).some(({ id }) => id === requestId));
    return this.#waiting.length < waiting;
  }

  #forward(server: ServerInstance, text: string, messages: readonly JsonMessage[]): void {
    for (const message of messages) {
      const { id, method } = message;
      this.#record.note(message);
      if (id === undefined || typeof method !== 'string') continue;
      server.pending.set(idKey(id), { id, method, params: paramsOf(message), text });
    }
    server.send(text);
  }

  #receiveFrom(server: ServerInstance, text: string): void {
    const messages = parseMessages(text);
    const [first] = messages;
    if (first === undefined) return;
    if (text.startsWith('[')) {
      for (const { id } of messages) server.pending.delete(idKey(id));
      this.#toClient(text);
    } else {
      const shown = server.translate(text, first);
      if (shown !== undefined) this.#toClient(shown);
    }
    this.#stopWhenIdle(server);
  }

  /**
   * Replays the client's handshake to a server. Responses need not be awaited, because the server responds in order.
   */
  #initialize(server: ServerInstance): void {
    for (const { method, params } of this.#record.list()) {
      if (method.startsWith('notifications/')) server.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
      else void server.ask(method, params);
    }
  }

  /** Takes over subscriptions and announced changes from a server, for the next one. */
  #release(server: ServerInstance): void {
    for (const [key, request] of server.pending) {
      if (!isSubscription(request)) continue;
      server.pending.delete(key);
      this.#orphans.set(key, request);
    }
    for (const list of server.changed) this.#changed.add(list);
  }

  /**
   * Notifies the client of changed lists: once in the legacy era, and on each subscription that requests it in the
   * modern era.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#list-changed-notification
   * @see
   *   https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#receiving-notifications
   */
  #announce(server: ServerInstance): void {
    for (const list of listNames.filter((name) => this.#changed.delete(name))) {
      const method = `notifications/${list}/list_changed`;
      if (this.#record.isInitialized) this.#toClient(JSON.stringify({ jsonrpc: '2.0', method }));
      for (const request of server.pending.values()) {
        if (!isSubscription(request) || filterOf(request)[`${list}ListChanged`] !== true) continue;
        const params = { _meta: { 'io.modelcontextprotocol/subscriptionId': request.id } };
        this.#toClient(JSON.stringify({ jsonrpc: '2.0', method, params }));
      }
    }
  }

  #keepUntilAnswered(server: ServerInstance): void {
    server.isReplaced = true;
    this.#replaced.add(server);
    const timer = setTimeout(() => {
      this.#fail(server, 'The server was replaced before it responded.');
      this.#stopWhenIdle(server);
    }, graceMs);
    void server.ended.then((how) => {
      clearTimeout(timer);
      this.lose(server, how);
    });
    this.#stopWhenIdle(server);
  }

  /** Stops a replaced server without open requests. */
  #stopWhenIdle(server: ServerInstance): void {
    if (server.isReplaced && server.pending.size === 0) server.stop();
  }

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-responses */
  #fail(server: ServerInstance, message: string): void {
    this.#reject([...server.pending.values()], message);
    server.pending.clear();
  }

  /** Rejects requests with an error. */
  #reject(messages: readonly JsonMessage[], message: string): void {
    for (const { id, method } of messages) {
      if (id === undefined || method === undefined) continue;
      this.#toClient(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message } }));
    }
  }
}

/** Returns the filter of a subscription. */
function filterOf({ params }: PendingRequest) {
  return isJsonObject(params['notifications']) ? params['notifications'] : {};
}
