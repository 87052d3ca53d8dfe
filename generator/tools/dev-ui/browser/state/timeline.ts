import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import { parseJson, textAt } from '../protocol/json-object.js';
import type { ProtocolVersion } from '../protocol/protocol-version.js';
import { Observable } from './observable.js';

/** A message that was sent or received. */
export interface TimelineEntry {
  readonly number: number;
  readonly connection: number;
  readonly protocolVersion: ProtocolVersion;
  readonly direction: 'sent' | 'received';
  /** Unix time in milliseconds. */
  readonly time: number;
  /** Message as sent on the wire. */
  readonly text: string;
  readonly message: JsonObject;
  /** Method of the message, or of the request that it responds to. */
  readonly method: string;
  readonly kind: 'request' | 'notification' | 'answer' | 'error';
  /** Action of the transport instead of sending the message. */
  readonly instead: string | undefined;
  /** ID of the request whose response stream contained the message; `undefined` if unknown. */
  readonly request: unknown;
  /** Call number of a message saved by an earlier page. */
  readonly call?: number;
}

/** A message as the host reports it. */
interface ReportedMessage {
  readonly connection: number;
  readonly direction: 'sent' | 'received';
  readonly time: number;
  readonly text: string;
  readonly instead?: string;
  readonly request?: unknown;
}

/** Maximum number of kept messages and characters; older messages are dropped. */
const maxEntries = 2000;
const maxCharacters = 64 * 1024 * 1024;

/** Sent and received messages, in order. */
export class Timeline extends Observable {
  #entries: readonly TimelineEntry[] = [];
  #count = 0;
  #characters = 0;
  /** Methods of requests by direction, connection and id. */
  readonly #methods = new Map<string, string>();

  get entries(): readonly TimelineEntry[] {
    return this.#entries;
  }

  /** Number of messages that were dropped. */
  get dropped(): number {
    return this.#count - this.#entries.length;
  }

  add(
    { connection, direction, time, text, instead, request }: ReportedMessage,
    protocolVersion: ProtocolVersion,
  ): void {
    const parsed = parseJson(text);
    const message = isJsonObject(parsed) ? parsed : {};
    this.#count += 1;
    const own = textAt(message, 'method');
    const key = (of: string): string => `${of} ${connection} ${JSON.stringify(message['id'])}`;
    if (own !== undefined && message['id'] !== undefined) this.#methods.set(key(direction), own);
    const asked = key(direction === 'sent' ? 'received' : 'sent');
    const method = own ?? this.#methods.get(asked) ?? 'unknown request';
    if (own === undefined) this.#methods.delete(asked);
    const entry = { number: this.#count, connection, protocolVersion, direction, time, text, message, method };
    this.#characters += text.length;
    this.#entries = [...this.#entries, { ...entry, kind: kindOf(message), instead, request }];
    this.#shorten();
    this.changed();
  }

  clear(): void {
    this.#entries = [];
    this.#characters = 0;
    this.#count = 0;
    this.changed();
  }

  /** Restores the messages of an earlier page, before any other message is added. */
  restore(saved: readonly TimelineEntry[]): void {
    this.#entries = saved.map((entry, index) => ({ ...entry, number: index + 1 }));
    this.#count = saved.length;
    this.#characters = saved.reduce((sum, { text }) => sum + text.length, 0);
    this.changed();
  }

  #shorten(): void {
    let first = Math.max(0, this.#entries.length - maxEntries);
    for (let index = 0; index < first; index += 1) this.#characters -= this.#entries[index]?.text.length ?? 0;
    while (this.#characters > maxCharacters && first < this.#entries.length - 1) {
      this.#characters -= this.#entries[first]?.text.length ?? 0;
      first += 1;
    }
    if (first > 0) this.#entries = this.#entries.slice(first);
  }
}

function kindOf(message: JsonObject): TimelineEntry['kind'] {
  if (typeof message['method'] === 'string') return message['id'] === undefined ? 'notification' : 'request';
  return message['error'] === undefined ? 'answer' : 'error';
}

/** Exports the messages as JSON, unchanged, with times in ISO 8601. */
export function exportTimeline(entries: readonly TimelineEntry[]): string {
  const messages = entries.map(({ time, direction, protocolVersion, connection, text, message, instead }) => ({
    time: new Date(time).toISOString(),
    direction,
    protocolVersion,
    connection,
    ...(instead !== undefined && { instead }),
    message: Object.keys(message).length > 0 ? message : text,
  }));
  return `${JSON.stringify(messages, null, 2)}\n`;
}
