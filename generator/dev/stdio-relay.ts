import { ClientRecord } from './client-record.js';
import { idKey, paramsOf, parseMessages, type JsonMessage } from './json-message.js';
import { filterOf, isSubscription, ServedGeneration, type PendingRequest } from './served-generation.js';
import { compareLists, listNames, type ListName, type ServerLists } from './server-lists.js';
import type { ServerChild } from './server-child.js';

/** Milliseconds that a server which has been replaced gets for what it has begun. */
const graceMs = 10_000;

/** Where a question of a server came from. */
interface OpenQuestion {
  readonly generation: ServedGeneration;
  readonly id: unknown;
}

/**
 * Stands between a client and a server that is replaced now and then, so that the client has one connection all the time:
 * messages go through as they are, a new server hears what the client has said that still holds, and the client hears
 * which lists have changed. While there is no server, messages wait.
 */
export class StdioRelay {
  readonly #toClient: (text: string) => void;
  readonly #record = new ClientRecord();
  readonly #questions = new Map<string, OpenQuestion>();
  /** Servers that still have something to answer. */
  readonly #retired = new Set<ServedGeneration>();
  /** Subscriptions whose server has ended. */
  readonly #orphans = new Map<string, PendingRequest>();
  /** Lists that have changed since the client was told, whatever the servers say. */
  readonly #changed = new Set<ListName>();
  #current: ServedGeneration | undefined;
  #lists: ServerLists | undefined;
  #waiting: string[] = [];
  #count = 0;
  #hasEnded = false;

  /** @param toClient Sends a message to the client. */
  constructor(toClient: (text: string) => void) {
    this.#toClient = toClient;
  }

  /** Whether there has been a server. */
  get hasServed(): boolean {
    return this.#count > 0;
  }

  /** Takes a message of the client. */
  receive(text: string): void {
    const messages = parseMessages(text);
    const [message] = messages;
    if (messages.length === 1 && message !== undefined && !text.startsWith('[')) {
      if (message.method === undefined && this.#passAnswer(message)) return;
      if (message.method === 'notifications/cancelled' && this.#passCancelled(text, message)) return;
    }
    if (this.#current === undefined) this.#waiting.push(text);
    else this.#forward(this.#current, text, messages);
  }

  /** The client says nothing more: the server gets what waits and may end. */
  endInput(): void {
    this.#hasEnded = true;
    this.#current?.child.endInput();
  }

  /** Lets a server that is ready take over from the one before. */
  adopt(child: ServerChild, lists: ServerLists): void {
    this.#count += 1;
    const next = new ServedGeneration(child, this.#count);
    const earlier = this.#current;
    child.onMessage = (text) => this.#receiveFrom(next, text);
    this.#introduce(next);
    if (this.#lists !== undefined) compareLists(this.#lists, lists).forEach((name) => this.#changed.add(name));
    this.#lists = lists;
    this.#current = next;
    if (earlier !== undefined) this.#release(earlier);
    for (const request of this.#orphans.values()) next.resume(request);
    this.#orphans.clear();
    this.#announce(next);
    if (earlier !== undefined) this.#retire(earlier);
    for (const text of this.#waiting.splice(0)) this.#forward(next, text, parseMessages(text));
    if (this.#hasEnded) child.endInput();
  }

  /** Answers what a server that has ended leaves open. Subscriptions wait for the next one. */
  lose(child: ServerChild, how: string): void {
    const generation = [...this.#retired, this.#current].find((each) => each?.child === child);
    if (generation === undefined) return;
    this.#retired.delete(generation);
    if (generation === this.#current) {
      this.#current = undefined;
      this.#release(generation);
    }
    this.#fail(generation, `The server ended (${how}) before it answered.`);
  }

  /** Passes an answer on to the server that asked; false when none of them did. */
  #passAnswer(message: JsonMessage): boolean {
    const question = this.#questions.get(idKey(message.id));
    if (question === undefined) return false;
    this.#questions.delete(idKey(message.id));
    question.generation.child.send(JSON.stringify({ ...message, id: question.id }));
    return true;
  }

  /** Passes a cancellation on to the server that has the request, or takes back what waits. */
  #passCancelled(text: string, message: JsonMessage): boolean {
    const { requestId } = paramsOf(message);
    const key = idKey(requestId);
    const owner = [...this.#retired, this.#current].find((generation) => generation?.pending.has(key));
    if (owner !== undefined) {
      owner.pending.delete(key);
      owner.child.send(text);
      this.#dismiss(owner);
      return true;
    }
    if (this.#orphans.delete(key)) return true;
    const waiting = this.#waiting.length;
    this.#waiting = this.#waiting.filter((each) => !parseMessages(each).some(({ id }) => id === requestId));
    return this.#waiting.length < waiting;
  }

  #forward(generation: ServedGeneration, text: string, messages: readonly JsonMessage[]): void {
    for (const message of messages) {
      const { id, method } = message;
      this.#record.note(message);
      if (id === undefined || typeof method !== 'string') continue;
      generation.pending.set(idKey(id), { id, method, params: paramsOf(message), text });
    }
    generation.child.send(text);
  }

  #receiveFrom(generation: ServedGeneration, text: string): void {
    const messages = parseMessages(text);
    const [first] = messages;
    if (first === undefined) return;
    if (text.startsWith('[')) {
      for (const { id } of messages) generation.pending.delete(idKey(id));
      this.#toClient(text);
    } else {
      const shown = generation.translate(text, first, (shownId, id) => {
        this.#questions.set(idKey(shownId), { generation, id });
      });
      if (shown !== undefined) this.#toClient(shown);
    }
    this.#dismiss(generation);
  }

  /** Repeats to a server what the client has said. It answers in order, so that nothing has to be waited for. */
  #introduce({ child }: ServedGeneration): void {
    const { initialize } = this.#record;
    if (initialize !== undefined) void child.ask(initialize.method, initialize.params);
    if (this.#record.isInitialized) child.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    for (const { method, params } of this.#record.listRequests()) void child.ask(method, params);
  }

  /** Takes from a server what the next one has to go on with. */
  #release(generation: ServedGeneration): void {
    for (const [key, request] of generation.pending) {
      if (!isSubscription(request)) continue;
      generation.pending.delete(key);
      this.#orphans.set(key, request);
    }
    for (const list of generation.changed) this.#changed.add(list);
  }

  /**
   * Tells the client which lists have changed: once in the legacy era, on each subscription that asked for it in the
   * modern one.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#list-changed-notification
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#receiving-notifications
   */
  #announce(generation: ServedGeneration): void {
    for (const list of listNames.filter((name) => this.#changed.delete(name))) {
      const method = `notifications/${list}/list_changed`;
      if (this.#record.isInitialized) this.#toClient(JSON.stringify({ jsonrpc: '2.0', method }));
      for (const request of generation.pending.values()) {
        if (!isSubscription(request) || filterOf(request)[`${list}ListChanged`] !== true) continue;
        const params = { _meta: { 'io.modelcontextprotocol/subscriptionId': request.id } };
        this.#toClient(JSON.stringify({ jsonrpc: '2.0', method, params }));
      }
    }
  }

  #retire(generation: ServedGeneration): void {
    generation.isRetired = true;
    this.#retired.add(generation);
    const timer = setTimeout(() => {
      this.#fail(generation, 'The server was replaced before it answered.');
      this.#dismiss(generation);
    }, graceMs);
    void generation.child.ended.then((how) => {
      clearTimeout(timer);
      this.lose(generation.child, how);
    });
    this.#dismiss(generation);
  }

  /** Lets a server go that has been replaced and has nothing more to answer. */
  #dismiss(generation: ServedGeneration): void {
    if (generation.isRetired && generation.pending.size === 0) generation.child.stop();
  }

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-responses */
  #fail(generation: ServedGeneration, message: string): void {
    for (const { id } of generation.pending.values()) {
      this.#toClient(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message } }));
    }
    generation.pending.clear();
  }
}
