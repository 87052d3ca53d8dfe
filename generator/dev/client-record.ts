import { paramsOf, type JsonMessage, type JsonRecord } from './json-message.js';

/** A request as it can be said again. */
export interface RecordedRequest {
  readonly method: string;
  readonly params: JsonRecord;
}

/**
 * What a client of the legacy era has told the server that a new one has to hear as well. A client of the modern era
 * says all of it with each request.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
 */
export class ClientRecord {
  #initialize: JsonRecord | undefined;
  #logging: JsonRecord | undefined;
  readonly #subscriptions = new Set<string>();
  #isInitialized = false;

  /** The client is ready to hear of changes. */
  get isInitialized(): boolean {
    return this.#isInitialized;
  }

  /** Takes a request or notification of the client. */
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

  /** The handshake, in the client's own words; `undefined` if there was none. */
  get initialize(): RecordedRequest | undefined {
    return this.#initialize && { method: 'initialize', params: this.#initialize };
  }

  /** What comes after the handshake. */
  listRequests(): readonly RecordedRequest[] {
    const subscriptions = [...this.#subscriptions].map((uri) => ({ method: 'resources/subscribe', params: { uri } }));
    return [...(this.#logging ? [{ method: 'logging/setLevel', params: this.#logging }] : []), ...subscriptions];
  }
}
