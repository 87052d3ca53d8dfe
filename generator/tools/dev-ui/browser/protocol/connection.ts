import { printExactJson } from '../form/exact-json.js';
import { jsonCodec } from '../../../../../runtime/wire/peer/json-codec.js';
import type { LinkEvents } from '../../../../../runtime/wire/peer/link.js';
import {
  Peer,
  PeerError,
  type PeerRequestOptions,
  type ServerRequest as ServerRequestOf,
} from '../../../../../runtime/wire/peer/peer.js';
import type { HostClient } from './host-client.js';
import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt, textAt } from './json-object.js';
import { openRelayLink } from './relay-link.js';
import { clientInfo, capabilitiesOf, isModern, requestMeta, type ProtocolVersion } from './protocol-version.js';

/** Options of a request. */
export type RequestOptions = PeerRequestOptions<JsonObject>;

/** Request from the server. */
interface ServerRequest extends Omit<ServerRequestOf<JsonObject>, 'params'> {
  readonly params: JsonObject;
}

/** Callbacks of a connection. */
interface ConnectionEvents {
  /** Called with each notification that does not belong to a request. */
  readonly notified: (method: string, params: JsonObject) => void;
  /** Responds to a request from the server, or throws {@link PeerError}. Only legacy servers send requests. */
  readonly asked: (request: ServerRequest) => Promise<JsonObject>;
  /** Called when the connection is lost. */
  readonly ended: (reason: string) => void;
}

/** Connection to the server through the host, in one protocol version. The first message opens it. */
export class Connection {
  readonly protocolVersion: ProtocolVersion;
  /** Connection number for the host. */
  readonly number: number;
  readonly #peer: Peer<JsonObject>;
  /** Receives messages from the server, and connection events from the host. */
  readonly received: LinkEvents['received'];
  readonly failed: LinkEvents['failed'];
  readonly ended: LinkEvents['ended'];
  /** Whether the server sends log messages. */
  #hasLogs = false;

  /** @param number Unique connection number. */
  constructor(
    host: HostClient,
    protocolVersion: ProtocolVersion,
    number: number,
    { asked, notified, ended }: ConnectionEvents,
  ) {
    this.protocolVersion = protocolVersion;
    this.number = number;
    let link: LinkEvents | undefined;
    this.#peer = new Peer<JsonObject>({
      open(events) {
        link = events;
        return openRelayLink(host, number, events);
      },
      // Forms can contain integers that a JavaScript number cannot represent exactly.
      codec: { ...jsonCodec, write: printExactJson },
      asked: ({ params = {}, ...question }) => asked({ ...question, params }),
      notified: (method, params = {}) => notified(method, params),
      ended,
      cancellation: (requestId) => ({
        requestId,
        ...(isModern(protocolVersion) && { _meta: requestMeta(protocolVersion) }),
      }),
    });
    this.received = (text, request) => link?.received(text, request);
    this.failed = (id, reason, status) => link?.failed(id, reason, status);
    this.ended = (reason) => link?.ended(reason);
  }

  /**
   * Performs the handshake of the protocol version. Returns the result of `initialize` or `server/discover`.
   *
   * @param probeMs Time limit for the response to `server/discover`, in milliseconds. Default: no limit.
   * @throws {PeerError} if the server refuses, or uses a different protocol version
   */
  async greet(probeMs?: number): Promise<JsonObject> {
    const { protocolVersion } = this;
    if (isModern(protocolVersion)) {
      const result = await this.#discover(probeMs);
      if (!isJsonObject(result['capabilities'])) {
        throw new PeerError('Invalid result of server/discover: `capabilities` is missing.', undefined, {});
      }
      this.#hasLogs = isJsonObject(objectAt(result, 'capabilities')['logging']);
      return result;
    }
    const capabilities = capabilitiesOf(protocolVersion);
    const result = await this.request('initialize', { protocolVersion, capabilities, clientInfo });
    const chosen = textAt(result, 'protocolVersion');
    if (chosen !== protocolVersion) {
      const unsupported =
        chosen === undefined
          ? 'Invalid result of initialize: `protocolVersion` is missing.'
          : `The server does not support ${protocolVersion}. It selected ${chosen}.`;
      throw new PeerError(unsupported, undefined, {
        supported: [chosen],
      });
    }
    this.#peer.notify('notifications/initialized');
    if (isJsonObject(objectAt(result, 'capabilities')['logging'])) {
      // A server that rejects the level uses its own level.
      await this.request('logging/setLevel', { level: 'debug' }).catch(() => undefined);
    }
    return result;
  }

  /** Legacy servers may ignore requests before `initialize`. */
  async #discover(probeMs: number | undefined): Promise<JsonObject> {
    const limit = new AbortController();
    const timer = probeMs === undefined ? undefined : setTimeout(() => limit.abort(), probeMs);
    try {
      return await this.request('server/discover', {}, { signal: limit.signal });
    } catch (error) {
      if (!limit.signal.aborted) throw error;
      throw new PeerError(`No response to server/discover within ${probeMs} ms.`, undefined, {});
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Sends a request and waits for its result.
   *
   * @throws {PeerError} for an error response, or if there will be no response
   */
  async request(method: string, params: JsonObject, options: RequestOptions = {}): Promise<JsonObject> {
    const { onNotification, signal } = options;
    const isWatched = onNotification !== undefined;
    const paramsOf = (id: string | number): JsonObject => {
      const meta = {
        ...objectAt(params, '_meta'),
        ...(isModern(this.protocolVersion) && requestMeta(this.protocolVersion)),
        ...(isWatched && { progressToken: id }),
        ...(isWatched && isModern(this.protocolVersion) && this.#hasLogs && logLevel),
      };
      return Object.keys(meta).length === 0 ? params : { ...params, _meta: meta };
    };
    try {
      return await this.#peer.request(method, paramsOf, options);
    } catch (error) {
      if (error instanceof PeerError || signal?.aborted !== true) throw error;
      throw new PeerError('The request was canceled.');
    }
  }

  /** Closes the connection. */
  close(): void {
    void this.#peer.close();
  }
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#per-request-log-level */
const logLevel = { 'io.modelcontextprotocol/logLevel': 'debug' };
