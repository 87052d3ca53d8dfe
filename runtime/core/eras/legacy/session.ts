import type { ClientIdentity, LogLevel } from '../../api/request-context.js';
import type { Caller, Channel } from '../../exchange/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { encodeNotification } from '../../../wire/json-rpc.js';
import type { LegacyProtocolVersion } from '../../../wire/protocol-versions.js';
import type { Change } from '../../service/enabled-entries.js';
import type { OpenRequests } from './legacy-client-requester.js';

/** The client as described by its last `initialize`. A request keeps its caller. */
export interface LegacyCaller extends Caller {
  readonly protocolVersion: LegacyProtocolVersion;
  logLevel: LogLevel;
}

/** Options of a {@link LegacySession}. */
export interface LegacySessionOptions {
  readonly id?: string | undefined;
  readonly idMark?: string | undefined;
}

/** State of a connection, which `initialize`, `logging/setLevel` and subscriptions change. */
export class LegacySession {
  /** Caller of later requests. */
  caller: LegacyCaller;
  /** Id of a session over HTTP. */
  readonly id: string | undefined;
  /** URIs that the client has subscribed to. */
  readonly subscriptions = new Set<string>();
  /** Whether the client has sent `notifications/initialized`. */
  protected isReady = false;
  readonly #idMark: string | undefined;
  #requests: Promise<OpenRequests> | undefined;
  #hasEnded = false;

  /**
   * @param protocolVersion Protocol version until `initialize` negotiates one.
   * @param options `id` of a session over HTTP; `idMark`: part of the ids of client requests, if other processes send
   *   requests to the same client.
   */
  constructor(protocolVersion: LegacyProtocolVersion, { id, idMark }: LegacySessionOptions = {}) {
    this.id = id;
    this.#idMark = idMark;
    this.caller = newCaller(protocolVersion);
  }

  /** Restarts the session for a new `initialize`. */
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

  /** Loads the open client requests. Callers get them in the order of their calls. */
  loadRequests(): Promise<OpenRequests> {
    return (this.#requests ??= import('./legacy-client-requester.js').then(
      (loaded) => new loaded.OpenRequests(this.#hasEnded, this.#idMark),
    ));
  }

  /** Notes that the client has sent `notifications/initialized`. */
  makeReady(): void {
    this.isReady = true;
  }

  /** Notes that the client's input has ended: open client requests get no response. */
  end(): void {
    this.#hasEnded = true;
    void this.#requests?.then((requests) => requests.end());
  }

  /**
   * Sends the notification of a change if the client has subscribed to it.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
   */
  tell(change: Change, channel: Pick<Channel, 'send'>): void {
    if ('list' in change) channel.send(encodeNotification(`notifications/${change.list}/list_changed`, '{}'));
    else if (change.uri && this.subscriptions.has(change.uri)) {
      channel.send(encodeNotification('notifications/resources/updated', JSON.stringify({ uri: change.uri })));
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
