import { idKey, isRecord, paramsOf, subscriptionOf, type JsonMessage, type JsonRecord } from './json-message.js';
import type { ListName } from './server-lists.js';
import type { ServerChild } from './server-child.js';

/** A request of the client that a server has not answered. */
export interface PendingRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: JsonRecord;
  /** The message as it came. */
  readonly text: string;
}

/** Whether a request is a subscription, which has no end of its own. */
export function isSubscription({ method }: PendingRequest): boolean {
  return method === 'subscriptions/listen';
}

/** One server process and what is open between it and the client. */
export class ServedGeneration {
  readonly child: ServerChild;
  /** Requests of the client, by the key of their ids. */
  readonly pending = new Map<string, PendingRequest>();
  /** Ids under which the client knows the server's questions, by the keys of the server's own. */
  readonly #questions = new Map<string, unknown>();
  /** Subscriptions whose acknowledgement the client has had from an earlier server. */
  readonly #acknowledged = new Set<string>();
  /** Lists that the server itself has said to be different. */
  readonly changed = new Set<ListName>();
  /** No new requests come to it. */
  isRetired = false;
  readonly #number: number;

  /** @param number Counts from 1. */
  constructor(child: ServerChild, number: number) {
    this.child = child;
    this.#number = number;
  }

  /** Takes a subscription over that an earlier server had. */
  resume(request: PendingRequest): void {
    this.pending.set(idKey(request.id), request);
    this.#acknowledged.add(idKey(request.id));
    this.child.send(request.text);
  }

  /**
   * What of a message of the server the client gets; `undefined`: nothing.
   *
   * @param onQuestion Told the id of a question as the client knows it, and as the server does.
   */
  translate(
    text: string,
    message: JsonMessage,
    onQuestion: (shown: unknown, own: unknown) => void,
  ): string | undefined {
    if (message.method === undefined) return this.#translateAnswer(text, message);
    if (message.id === undefined) return this.#translateNotification(text, message);
    // Every server counts from 1, and an id is used once.
    const shown = this.#number === 1 ? message.id : `${this.#number}:${String(message.id)}`;
    this.#questions.set(idKey(message.id), shown);
    onQuestion(shown, message.id);
    return shown === message.id ? text : JSON.stringify({ ...message, id: shown });
  }

  #translateAnswer(text: string, { id }: JsonMessage): string | undefined {
    const isOurs = this.pending.delete(idKey(id));
    return isOurs || !this.isRetired ? text : undefined;
  }

  #translateNotification(text: string, message: JsonMessage): string | undefined {
    const params = paramsOf(message);
    const { method } = message;
    const shown = method === 'notifications/cancelled' ? this.#questions.get(idKey(params['requestId'])) : undefined;
    if (shown !== undefined) return JSON.stringify({ ...message, params: { ...params, requestId: shown } });
    if (this.isRetired) {
      const isPersonal = method === 'notifications/progress' || method === 'notifications/message';
      return isPersonal && subscriptionOf(message) === undefined ? text : undefined;
    }
    const [, list] = /^notifications\/(tools|prompts|resources)\/list_changed$/u.exec(String(method)) ?? [];
    if (list !== undefined) this.changed.add(list as ListName);
    const isRepeated =
      method === 'notifications/subscriptions/acknowledged' &&
      this.#acknowledged.delete(idKey(subscriptionOf(message)));
    return isRepeated ? undefined : text;
  }
}

/** The filter of a subscription. */
export function filterOf({ params }: PendingRequest): JsonRecord {
  return isRecord(params['notifications']) ? params['notifications'] : {};
}
