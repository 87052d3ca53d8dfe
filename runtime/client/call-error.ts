import type { PromptContent } from '../api/handlers.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { textOf } from './replies.js';

/** Error of a call: the tool failed, or the server refused the request. */
export type CallError = ToolError | RequestError;

/** Result of {@link settle}: the value of a call, or its error. */
export type Settled<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: CallError };

/** Thrown when a tool answers with an error (`isError`). The message is the text of the answer. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  /** Name of the tool. */
  readonly tool: string;
  /** All blocks of the answer. */
  readonly content: readonly PromptContent[];

  constructor(tool: string, content: readonly PromptContent[]) {
    super(textOf(content));
    this.tool = tool;
    this.content = content;
  }
}

/** Thrown when the server answers with a JSON-RPC error, for example to an unknown name. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** JSON-RPC error code, such as -32602. */
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: JsonObject) {
    super(String(message));
    this.code = Number(code);
    this.data = data;
  }
}

/**
 * Waits for a call and returns its error instead of throwing it.
 *
 * @throws Errors that are no answer of the server, such as a lost connection.
 */
export async function settle<Value>(call: Promise<Value>): Promise<Settled<Value>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof ToolError || error instanceof RequestError) return { ok: false, error };
    throw error;
  }
}

/**
 * Turns the error of a peer into a {@link RequestError} if it is a JSON-RPC error. Negative codes are always those of JSON-RPC; others may be
 * statuses of HTTP and numbers of `DOMException`, so that the form of the official clients decides: version 1 puts the code before the
 * message, version 2 marks its class.
 */
export function toCallError(error: unknown): unknown {
  if (!isJsonObject(error) || !Number.isSafeInteger(error['code'])) return error;
  const { code, message, data } = error;
  const [text, prefix] = [String(message), `MCP error ${Number(code)}: `];
  if (Number(code) >= 0 && !text.startsWith(prefix) && !isProtocolError(error)) return error;
  return new RequestError({ code, message: text.replace(prefix, ''), data });
}

/** Whether an error is a `ProtocolError` of the official client, version 2, or of a class that extends it. */
function isProtocolError(error: object): boolean {
  for (let it: unknown = error.constructor; typeof it === 'function'; it = Object.getPrototypeOf(it)) {
    if (Object.hasOwn(it, 'mcpBrand') && (it as { readonly mcpBrand?: unknown }).mcpBrand === 'mcp.ProtocolError')
      return true;
  }
  return false;
}
