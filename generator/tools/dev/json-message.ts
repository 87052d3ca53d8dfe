/** A JSON-RPC message; no member has been checked. */
export interface JsonMessage {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** An object of JSON. */
export type JsonRecord = { readonly [key: string]: unknown };

/** Parses the messages of a text: none if it is not JSON, several in a batch. */
export function parseMessages(text: string): readonly JsonMessage[] {
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).filter((entry) => isRecord(entry));
  } catch {
    return [];
  }
}

/** Whether a value is an object of JSON. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Params of a message; none are an empty object. */
export function paramsOf({ params }: JsonMessage): JsonRecord {
  return isRecord(params) ? params : {};
}

/** An id as a key: `1` and `"1"` are different ids. */
export function idKey(id: unknown): string {
  return JSON.stringify(id) ?? '';
}

/** Id of the modern subscription that a message belongs to; `undefined` for none. */
export function subscriptionOf(message: JsonMessage): unknown {
  const meta = paramsOf(message)['_meta'];
  return isRecord(meta) ? meta['io.modelcontextprotocol/subscriptionId'] : undefined;
}
