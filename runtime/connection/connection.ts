import { answerRequest } from './answer-request.js';
import { acceptBatch } from './batch.js';
import { Exchange, type Channel, type ExchangeOwner } from '../exchange/exchange.js';
import {
  classify,
  encodeError,
  isRequestId,
  type Incoming,
  type Notification,
  type Request,
  type RequestId,
} from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json-object.js';
import { encodeChange, endSession, LegacySession, loadQuestions } from '../legacy/session.js';
import { isModernRequest } from '../modern/caller.js';
import { formatReport } from '../service/report.js';
import { methods } from '../protocol/methods.js';
import { revisionFeatures, type LegacyRevision } from '../protocol/revisions.js';
import type { Service } from '../service/service.js';

/** How a connection reaches its peer, and how it treats it. */
export interface ConnectionOptions {
  /** Where messages go that belong to no message of the peer's, and answers where no other way is named. */
  readonly channel: Channel;
  /** What the peer speaks until it says otherwise. */
  readonly revision: LegacyRevision;
  /** Requests are served one after the other, in the order in which they came. Default: side by side. */
  readonly ordered?: boolean;
}

/** Characters of a client's reason that are repeated. */
const maximalReason = 200;
/** Requests of one peer that are served or wait. */
const maximalRequests = 65_536;

/** A peer that is there for longer than one message; both eras may be spoken on it. */
export class Connection implements ExchangeOwner {
  readonly #service: Service;
  readonly #options: ConnectionOptions;
  readonly #session: LegacySession;
  /** Requests that are not answered yet; those that are answered at once never come here. */
  readonly #exchanges = new Map<RequestId, Exchange>();
  /** Requests that wait for their turn. */
  readonly #waiting: (() => void)[] = [];
  /** Requests that are being served and hold up those that wait. */
  readonly #running = new Set<Exchange>();
  #isStarting = false;
  #onIdle: (() => void)[] = [];
  #stopListening: (() => void) | undefined;

  constructor(service: Service, options: ConnectionOptions) {
    this.#service = service;
    this.#options = options;
    this.#session = new LegacySession(options.revision);
  }

  /** What the peer speaks. */
  get revision(): LegacyRevision {
    return this.#session.caller.revision;
  }

  /** Nothing is being served. */
  get isIdle(): boolean {
    return this.#exchanges.size === 0;
  }

  /**
   * Takes a parsed message from the peer.
   *
   * @param channel The way back for what belongs to this message. Default: that of the connection.
   */
  receive(message: unknown, channel = this.#options.channel): void {
    if (Array.isArray(message) && revisionFeatures[this.#session.caller.revision].batches) {
      acceptBatch(message, channel, (incoming, way) => this.#accept(incoming, way));
    } else {
      this.#accept(classify(message), channel);
    }
  }

  /**
   * Answers what could not even be parsed.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#parseerror
   */
  receiveMalformed(reason: string): void {
    this.#service.report(formatReport('INPUT', reason));
    this.#options.channel.respond(encodeError(undefined, -32700, `Parse error: ${reason}`), -32700);
  }

  /** Resolves when every request has been answered. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isIdle) resolve();
      else this.#onIdle.push(resolve);
    });
  }

  /** The peer says nothing more: questions that it has not answered count as left. */
  endInput(): void {
    endSession(this.#session);
  }

  /** The peer has gone, or is left: stops all requests that are being served, without an answer. */
  close(reason: Error): void {
    this.#stopListening?.();
    for (const exchange of this.#exchanges.values()) this.#cancel(exchange, reason);
  }

  #accept(incoming: Incoming, channel: Channel): void {
    switch (incoming.kind) {
      case 'request':
        this.#begin(incoming, channel);
        break;
      case 'notification':
        this.#notice(incoming);
        channel.respond(undefined);
        break;
      case 'invalid':
        channel.respond(encodeError(incoming.id, -32600, `Invalid Request: ${incoming.reason}`), -32600);
        break;
      case 'response':
        void loadQuestions(this.#session).then((questions) => questions.settle(incoming));
        channel.respond(undefined);
        break;
      case 'ignored':
        channel.respond(undefined);
    }
  }

  #begin(request: Request, channel: Channel): void {
    const { id, method } = request;
    const fault = this.#exchanges.has(id) && 'a request with this id is still being served';
    if (fault !== false || this.#exchanges.size >= maximalRequests) {
      channel.respond(encodeError(id, -32600, `Invalid Request: ${fault || 'too many requests at once'}`), -32600);
      return;
    }
    const exchange = new Exchange(id, channel, this);
    if (this.#options.ordered !== true || methods.get(method)?.isUnordered === true) {
      this.#serve(request, exchange);
      return;
    }
    this.#exchanges.set(id, exchange);
    this.#waiting.push(() => {
      this.#running.add(exchange);
      this.#serve(request, exchange);
    });
    this.#startWaiting();
  }

  #serve(request: Request, exchange: Exchange): void {
    if (exchange.isClosed) {
      this.#finish(exchange);
      return;
    }
    answerRequest(this.#service, request, exchange, isModernRequest(request) ? undefined : this.#session);
    if (!exchange.isClosed) this.#exchanges.set(exchange.id, exchange);
    else if (this.#options.ordered === true) this.#finish(exchange);
  }

  /** Called by an exchange that was closed. */
  forget(exchange: Exchange): void {
    // One that was answered at once has never been among them.
    if (this.#exchanges.size > 0 && this.#exchanges.delete(exchange.id) && this.isIdle) this.#wakeWhenIdle();
    // Later: what is cancelled is told so before the next one starts.
    if (this.#options.ordered === true) queueMicrotask(() => this.#finish(exchange));
  }

  #finish(exchange: Exchange): void {
    this.#running.delete(exchange);
    this.#startWaiting();
  }

  #wakeWhenIdle(): void {
    const waiters = this.#onIdle;
    this.#onIdle = [];
    for (const wake of waiters) wake();
  }

  /** Starts what waits, in a loop: what is done at once must not pile up on the stack. */
  #startWaiting(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    while (this.#running.size === 0 && this.#waiting.length > 0) this.#waiting.shift()?.();
    this.#isStarting = false;
  }

  #notice({ method, params }: Notification): void {
    if (method === 'notifications/cancelled') this.#noticeCancelled(params);
    if (method !== 'notifications/initialized' || this.#stopListening !== undefined) return;
    const { listChanged, subscribe } = this.#service.definition.capabilities;
    if (listChanged === undefined && subscribe === undefined) return;
    this.#stopListening = this.#service.enabled.listen((change) => {
      const message = encodeChange(change, this.#session);
      if (message !== undefined) this.#options.channel.send(message);
    });
  }

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation */
  #noticeCancelled({ requestId, reason }: JsonObject): void {
    const exchange = isRequestId(requestId) ? this.#exchanges.get(requestId) : undefined;
    if (exchange === undefined) return;
    const message = 'The client cancelled the request';
    if (typeof reason !== 'string' || reason === '') {
      this.#cancel(exchange, new Error(message));
      return;
    }
    const told = reason.slice(0, maximalReason);
    this.#service.report(formatReport('REQUEST', told, 'CANCELLED'));
    this.#cancel(exchange, new Error(`${message}: ${told}`));
  }

  #cancel(exchange: Exchange, reason: Error): void {
    exchange.close(undefined);
    exchange.abort(reason);
  }
}
