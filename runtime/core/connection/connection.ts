import { Exchange, type Channel } from '../exchange/exchange.js';
import { LegacySession } from '../eras/legacy/session.js';
import { SuspectMessage, type JsonObject } from '../../wire/json.js';
import {
  classify,
  encodeError,
  isModernRequest,
  isRequestId,
  type Incoming,
  type Notification,
  type Request,
  type RequestId,
} from '../../wire/json-rpc.js';
import { batchProtocolVersion, type LegacyProtocolVersion } from '../../wire/protocol-versions.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';
import { handleRequest } from './handle-request.js';
import type * as RareMessages from './rare-messages.js';
import { refuse } from './refuse.js';

/** Options of a {@link Connection}. */
export interface ConnectionOptions {
  /** Default channel, for the server's own messages and for messages without their own channel. */
  readonly channel: Channel;
  /** Protocol version of the peer until it sends a different version. */
  readonly protocolVersion: LegacyProtocolVersion;
  /** Serves requests one at a time, in the order of arrival. Default: concurrently. */
  readonly sequential?: boolean | undefined;
  /** State of the legacy era. Default: a new one. */
  readonly session?: LegacySession;
  /** Id of a session over HTTP, for telemetry; ignored with `session`. */
  readonly sessionId?: string;
}

/** Maximum length of a client's reason for a cancellation, in characters. */
const maxReason = 200;
/** Maximum number of running and waiting requests of one peer. */
const maxRequests = 65_536;

/**
 * Loaded by the first message that needs it: a batch, an invalid message, or one that may be nested too deeply or
 * contain long integers.
 */
let rare: typeof RareMessages | undefined;

interface WaitingRequest {
  readonly request: Request;
  readonly exchange: Exchange;
  readonly session: LegacySession | undefined;
}

/** Connection to a peer that may send requests of both eras. */
export class Connection {
  readonly #service: Service;
  readonly #options: ConnectionOptions;
  readonly #session: LegacySession;
  /** Pending requests. Requests that complete synchronously are never in this map. */
  readonly #exchanges = new Map<RequestId, Exchange>();
  /**
   * First waiting requests, in reverse order, so that taking one does not move the others. The rest follow in another
   * list.
   */
  #first: WaitingRequest[] = [];
  #waiting: WaitingRequest[] = [];
  /** The request that the waiting requests wait for. */
  #running: Exchange | undefined;
  #onIdle: (() => void)[] = [];
  /** The first rare message and all messages after it, while code for it is loaded; `take` processes each. */
  #held: (readonly [take: () => void, channel: Channel])[] | undefined;
  #stopListening: (() => void) | undefined;
  /**
   * Whether the last request was modern. `initialize` makes it permanently `false`, because the peer is a legacy peer.
   */
  #isModern: boolean | undefined;

  constructor(service: Service, options: ConnectionOptions) {
    this.#service = service;
    this.#options = options;
    this.#session = options.session ?? new LegacySession(options.protocolVersion, { id: options.sessionId });
  }

  /** Protocol version of the legacy session. */
  get protocolVersion(): LegacyProtocolVersion {
    return this.#session.caller.protocolVersion;
  }

  /** Whether a request of the peer is running or waiting. */
  isServing(id: RequestId): boolean {
    return this.#exchanges.has(id);
  }

  /** Whether no request is running. */
  get isIdle(): boolean {
    return this.#exchanges.size === 0 && this.#held === undefined;
  }

  /**
   * Receives a parsed message from the peer, or a {@link SuspectMessage}.
   *
   * @param channel Channel of this message. Default: the connection's channel.
   */
  receive(message: unknown, channel = this.#options.channel): void {
    if (this.#held !== undefined) {
      this.#held.push([() => this.receive(message, channel), channel]);
    } else if (message instanceof SuspectMessage) {
      if (rare === undefined) this.#hold(message, channel);
      else this.receive(rare.readSuspect(message), channel);
    } else if (!Array.isArray(message) || this.protocolVersion !== batchProtocolVersion) {
      this.#accept(classify(message), channel);
    } else if (rare === undefined) {
      this.#hold(message, channel);
    } else {
      rare.acceptBatch(message, channel, (incoming, entryChannel) => this.#accept(incoming, entryChannel));
    }
  }

  /** Holds a rare message, and all messages after it, until code for it is loaded. */
  #hold(message: unknown, channel: Channel): void {
    this.#held = [[() => this.receive(message, channel), channel]];
    void import('./rare-messages.js').then((loaded) => {
      rare = loaded;
      for (const [take] of this.#takeHeld()) take();
      this.#wakeIfIdle();
    });
  }

  #takeHeld(): readonly (readonly [take: () => void, channel: Channel])[] {
    const held = this.#held ?? [];
    this.#held = undefined;
    return held;
  }

  /**
   * Responds to a message that could not be parsed.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#parseerror
   */
  receiveMalformed(reason: string): void {
    const { channel } = this.#options;
    if (this.#held !== undefined) {
      this.#held.push([() => this.receiveMalformed(reason), channel]);
      return;
    }
    this.#service.report(formatReport('INPUT', reason));
    channel.respond(encodeError(undefined, -32700, `Parse error: ${reason}`), -32700);
  }

  /** Resolves when no request is pending. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isIdle) resolve();
      else this.#onIdle.push(resolve);
    });
  }

  /** Notes that the peer's input has ended: open client requests get no response. */
  endInput(): void {
    this.#session.end();
  }

  /** Calls a function for each running request. */
  forEach(use: (exchange: Exchange) => void): void {
    for (const exchange of this.#exchanges.values()) use(exchange);
  }

  /**
   * Closes the connection: aborts all running requests without a response.
   *
   * @param reason Message of the error that their handlers get. Without running requests no error is created: its stack
   *   takes a tenth of the CPU time of a short session.
   */
  close(reason: string): void {
    this.#stopListening?.();
    this.#service.telemetry?.endSession(this.#session);
    for (const [, channel] of this.#takeHeld()) channel.respond(undefined);
    this.forEach((exchange) => cancel(exchange, new Error(reason)));
  }

  #accept(incoming: Incoming, channel: Channel): void {
    switch (incoming.kind) {
      case 'request':
        this.#begin(incoming, channel);
        break;
      case 'invalid':
        if (rare === undefined) this.#hold(incoming.message, channel);
        else refuse(channel, incoming.id, rare.describeInvalid(incoming.message));
        break;
      case 'notification':
        this.#notice(incoming, channel);
        channel.respond(undefined);
        break;
      case 'response':
        void this.#session.loadRequests().then((clientRequests) => clientRequests.settle(incoming));
        channel.respond(undefined);
        break;
      case 'ignored':
        channel.respond(undefined);
    }
  }

  #begin(request: Request, channel: Channel): void {
    const { id } = request;
    const isKnown = this.#exchanges.has(id);
    if (isKnown || this.#exchanges.size >= maxRequests) {
      const reason = isKnown ? 'a request with this id is still being served' : 'too many requests at once';
      refuse(channel, id, reason);
      return;
    }
    const exchange = new Exchange(id, channel, this.#forget);
    const session = this.#findSession(request);
    exchange.observe(this.#service, request, session);
    const serve = (): void => this.#serveInTurn(request, exchange, session);
    if (channel.schedule === undefined) return serve();
    this.#exchanges.set(id, exchange);
    channel.schedule(exchange, serve);
  }

  #serveInTurn(request: Request, exchange: Exchange, session: LegacySession | undefined): void {
    if (this.#options.sequential !== true || this.#service.parts.methods.get(request.method)?.isUnordered === true) {
      this.#serve(request, exchange, session);
      return;
    }
    this.#exchanges.set(exchange.id, exchange);
    this.#waiting.push({ request, exchange, session });
    this.#serveWaiting();
  }

  /** Serves waiting requests until one of them is asynchronous. */
  #serveWaiting(): void {
    while (this.#running?.isClosed !== false) {
      if (this.#first.length === 0) {
        this.#first = this.#waiting.toReversed();
        this.#waiting = [];
      }
      const next = this.#first.pop();
      if (next === undefined) return;
      if (next.exchange.isClosed) continue;
      this.#running = next.exchange;
      this.#serve(next.request, next.exchange, next.session);
    }
  }

  #serve(request: Request, exchange: Exchange, session: LegacySession | undefined): void {
    handleRequest(this.#service, request, exchange, session);
    if (!exchange.isClosed) this.#exchanges.set(exchange.id, exchange);
  }

  /**
   * Returns the session of a legacy request; `undefined` for a modern one. A modern peer switches to the legacy era
   * with `initialize`: before that, a request without metadata is a malformed modern one.
   *
   * @see
   *   https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
   */
  #findSession(request: Request): LegacySession | undefined {
    if (isModernRequest(request)) {
      this.#isModern ??= true;
      return undefined;
    }
    if (request.method === 'initialize') this.#isModern = false;
    return this.#legacySession;
  }

  get #legacySession(): LegacySession | undefined {
    return this.#isModern === true ? undefined : this.#session;
  }

  /** Removes a closed exchange, and starts the next waiting request. */
  readonly #forget = (exchange: Exchange): void => {
    if (this.#exchanges.delete(exchange.id)) this.#wakeIfIdle();
    // In a microtask, so that a cancelled handler is notified before the next request starts.
    if (this.#running === exchange) queueMicrotask(() => this.#serveWaiting());
  };

  #wakeIfIdle(): void {
    if (this.isIdle) for (const wake of this.#onIdle.splice(0)) wake();
  }

  #notice(message: Notification, sender: Channel): void {
    const { method, params } = message;
    const { telemetry } = this.#service;
    // Notifications take effect immediately: their spans have no parts.
    telemetry?.receive(this.#service, message, sender, this.#legacySession)?.end();
    if (method === 'notifications/cancelled') this.#noticeCancelled(params);
    // Modern clients are notified of changes only if they have subscribed.
    if (method !== 'notifications/initialized' || !this.#legacySession) return;
    this.#session.makeReady();
    this.listen();
  }

  /**
   * Forwards changes to the peer, as legacy peers expect after `notifications/initialized`. A second call has no
   * effect.
   */
  listen(): void {
    if (this.#stopListening !== undefined) return;
    const { listChanged, subscribe } = this.#service.definition.capabilities;
    if (listChanged === undefined && subscribe === undefined) return;
    const { channel } = this.#options;
    this.#stopListening = this.#service.enabled.listen((change) => this.#session.tell(change, channel));
  }

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation */
  #noticeCancelled({ requestId, reason }: JsonObject): void {
    const exchange = isRequestId(requestId) ? this.#exchanges.get(requestId) : undefined;
    if (exchange === undefined) return;
    const shownReason = typeof reason === 'string' ? reason.slice(0, maxReason) : '';
    if (shownReason !== '') this.#service.report(formatReport('REQUEST', shownReason, 'CANCELLED', exchange));
    cancel(exchange, new Error(`The client cancelled the request${shownReason === '' ? '' : `: ${shownReason}`}`));
  }
}

function cancel(exchange: Exchange, reason: Error): void {
  exchange.close(undefined);
  exchange.abort(reason);
}
