import type { ClientIdentity, LogLevel } from '../../api/request-context.js';
import type { Caller } from '../../exchange/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { encodeNotification } from '../../../wire/json-rpc.js';
import type { LegacyProtocolVersion } from '../../../wire/protocol-versions.js';
import type { Change } from '../../service/enabled-entries.js';
import type { OpenRequests } from './legacy-client-requester.js';

/** The client as its last `initialize` described it. A request keeps the caller that it came from. */
export interface LegacyCaller extends Caller {
  readonly protocolVersion: LegacyProtocolVersion;
  logLevel: LogLevel;
}

/** Options of a {@link LegacySession}. */
export interface LegacySessionOptions {
  readonly id?: string | undefined;
  readonly idMark?: string | undefined;
}

/** The state that a connection keeps for its client. `initialize`, `logging/setLevel` and subscriptions change it. */
export class LegacySession {
  /** The caller of requests that come from now on. */
  caller: LegacyCaller;
  /** Id of a session over HTTP. */
  readonly id: string | undefined;
  /** URIs that the client has subscribed to. */
  readonly subscriptions = new Set<string>();
  /** The client has sent `notifications/initialized`. */
  protected isReady = false;
  readonly #idMark: string | undefined;
  #requests: Promise<OpenRequests> | undefined;
  #hasEnded = false;

  /**
   * @param protocolVersion The protocol version that counts until `initialize` negotiates one.
   * @param options `id` of a session over HTTP; `questionMark`: part of the ids of questions, where other processes ask
   *   the same client.
   */
  constructor(protocolVersion: LegacyProtocolVersion, { id, idMark }: LegacySessionOptions = {}) {
    this.id = id;
    this.#idMark = idMark;
    this.caller = newCaller(protocolVersion);
  }

  /** Starts the session anew, for an `initialize`. */
  restart(protocolVersion: LegacyProtocolVersion, client: ClientIdentity, clientCapabilities: JsonObject): void {
    this.caller = newCaller(protocolVersion, client, clientCapabilities);
    this.subscriptions.clear();
  }

  setLogLevel(level: LogLevel): void {
    this.caller.logLevel = level;
  }

  subscribe(uri: string): void {
    this.subscriptions.add(uri);
  }

  unsubscribe(uri: string): void {
    this.subscriptions.delete(uri);
  }

  /** The questions to the client. Callers get them in the order of their calls. */
  loadRequests(): Promise<OpenRequests> {
    return (this.#requests ??= import('./legacy-client-requester.js').then(
      (loaded) => new loaded.OpenRequests(this.#hasEnded, this.#idMark),
    ));
  }

  /** The client has sent `notifications/initialized`. */
  makeReady(): void {
    this.isReady = true;
  }

  /** The client sends nothing more: open questions get no answer. */
  end(): void {
    this.#hasEnded = true;
    void this.#requests?.then((requests) => requests.end());
  }

  /**
   * Sends the notification of a change, unless the client has not subscribed to it.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
   */
  tell(change: Change, send: (message: string) => void): void {
    if ('list' in change) send(encodeNotification(`notifications/${change.list}/list_changed`, '{}'));
    else if (this.subscriptions.has(change.uri)) {
      send(encodeNotification('notifications/resources/updated', JSON.stringify({ uri: change.uri })));
    }
  }
}

function newCaller(
  protocolVersion: LegacyProtocolVersion,
  client?: ClientIdentity,
  clientCapabilities: JsonObject = {},
): LegacyCaller {
  return { protocolVersion, client, clientCapabilities, logLevel: 'info' };
}
