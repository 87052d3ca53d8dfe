import { isJsonObject, type JsonObject } from '../json.js';

/** A JSON-RPC message; no member has been checked. */
export interface JsonMessage {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Parses the messages in a string: none if it is not JSON, several in a batch. */
export function parseMessages(text: string): readonly JsonMessage[] {
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).filter((entry) => isJsonObject(entry));
  } catch {
    return [];
  }
}

/** Puts the text of a message on one line: JSON allows line breaks only where it allows spaces. */
export function toLine(text: string): string {
  return text.replaceAll(/[\r\n]/gu, ' ').trim();
}

/** Returns the params of a message; `{}` if absent. */
export function paramsOf({ params }: JsonMessage): JsonObject {
  return isJsonObject(params) ? params : {};
}

/** Returns a key for an id: `1` and `"1"` are different ids. */
export function idKey(id: unknown): string {
  return JSON.stringify(id) ?? '';
}

/** Returns the id of the modern subscription that a message belongs to; `undefined` without a subscription. */
export function subscriptionOf(message: JsonMessage): unknown {
  const meta = paramsOf(message)['_meta'];
  return isJsonObject(meta) ? meta['io.modelcontextprotocol/subscriptionId'] : undefined;
}
