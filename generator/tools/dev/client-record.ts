import type { JsonObject } from '../../../runtime/wire/json.js';
import { paramsOf, type JsonMessage } from '../../../runtime/wire/peer/json-message.js';

/** Request or notification that can be sent again. */
interface RecordedMessage {
  readonly method: string;
  readonly params: JsonObject;
}

const repeatedMethods: ReadonlySet<string> = new Set([
  'initialize',
  'notifications/initialized',
  'logging/setLevel',
  'resources/subscribe',
]);

/**
 * Handshake, log level and resource subscriptions of a legacy client, to repeat for a new server. A modern client
 * includes this data in each request.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
 */
export class ClientRecord {
  readonly #messages = new Map<string, RecordedMessage>();

  /** Whether the client has sent `notifications/initialized`. */
  get isInitialized(): boolean {
    return this.#messages.has('notifications/initialized');
  }

  /** Records a request or notification from the client. */
  note(message: JsonMessage): void {
    const method = String(message.method);
    const params = paramsOf(message);
    const subscription = `resources/subscribe ${String(params['uri'])}`;
    if (method === 'initialize') this.#messages.clear();
    if (method === 'resources/unsubscribe') this.#messages.delete(subscription);
    if (!repeatedMethods.has(method)) return;
    this.#messages.set(method === 'resources/subscribe' ? subscription : method, { method, params });
  }

  /** Lists the messages to repeat, in the client's order. */
  list(): readonly RecordedMessage[] {
    return [...this.#messages.values()];
  }
}
