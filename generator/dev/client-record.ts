import { paramsOf, type JsonMessage, type JsonRecord } from './json-message.js';

/** A request that can be sent again. */
export interface RecordedRequest {
  readonly method: string;
  readonly params: JsonRecord;
}

/**
 * Handshake, log level and resource subscriptions of a legacy client, to be repeated to a new server. A modern client
 * sends all of it with each request.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
 */
export class ClientRecord {
  #initialize: JsonRecord | undefined;
  #logging: JsonRecord | undefined;
  readonly #subscriptions = new Set<string>();
  #isInitialized = false;

  /** Whether the client has sent `notifications/initialized`. */
  get isInitialized(): boolean {
    return this.#isInitialized;
  }

  /** Records a request or notification of the client. */
  note(message: JsonMessage): void {
    const params = paramsOf(message);
    const uri = String(params['uri']);
    if (message.method === 'initialize') {
      this.#initialize = params;
      this.#logging = undefined;
      this.#isInitialized = false;
      this.#subscriptions.clear();
    } else if (message.method === 'notifications/initialized') this.#isInitialized = true;
    else if (message.method === 'logging/setLevel') this.#logging = params;
    else if (message.method === 'resources/subscribe') this.#subscriptions.add(uri);
    else if (message.method === 'resources/unsubscribe') this.#subscriptions.delete(uri);
  }

  /** The client's `initialize`; `undefined` if there was none. */
  get initialize(): RecordedRequest | undefined {
    return this.#initialize && { method: 'initialize', params: this.#initialize };
  }

  /** Requests to be sent after the handshake. */
  listRequests(): readonly RecordedRequest[] {
    const subscriptions = [...this.#subscriptions].map((uri) => ({ method: 'resources/subscribe', params: { uri } }));
    return [...(this.#logging ? [{ method: 'logging/setLevel', params: this.#logging }] : []), ...subscriptions];
  }
}
