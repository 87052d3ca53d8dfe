import type { PromptContent } from '../../core/api/handlers.js';
import type { JsonObject } from '../../wire/json.js';
import { textOf } from './results.js';

/** Error of a call: the tool failed, or the server refused the request. */
export type CallError = ToolError | RequestError;

/** Result of {@link settle}: the value of a call, or its error. */
export type Settled<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: CallError };

/** Thrown if a tool returns an error (`isError`). The message is the text of the result. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  /** Name of the tool. */
  readonly tool: string;
  /** All blocks of the result. */
  readonly content: readonly PromptContent[];

  /** @param cause Error that the handler threw. Only set in tests with `openTestServer`. */
  constructor(tool: string, content: readonly PromptContent[], cause?: unknown) {
    super(textOf(content), cause === undefined ? {} : { cause });
    this.tool = tool;
    this.content = content;
  }
}

/** Thrown if the server responds with a JSON-RPC error, for example to an unknown name. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** JSON-RPC error code, such as -32602. */
  readonly code: number;
  readonly data: unknown;

  /** @param cause Error that the handler threw. Only set in tests with `openTestServer`. */
  constructor({ code, message, data }: JsonObject, cause?: unknown) {
    super(String(message), cause === undefined ? {} : { cause });
    this.code = Number(code);
    this.data = data;
  }
}

/** Thrown when the server cannot be reached. `cause` is the error of the client that sent the request. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** HTTP status, if the response of the server or a proxy contained nothing else. */
  readonly status: number | undefined;

  constructor(cause?: unknown, status?: number) {
    const answer = status === undefined ? '' : `: HTTP status ${status}`;
    super(`Cannot connect to the server${answer}`, { cause });
    this.status = status;
  }
}

/** Thrown if the server does not respond in time. The request was canceled. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';

  /** @param timeoutMs Timeout; `undefined` if unknown. */
  constructor(timeoutMs: number | undefined, cause?: unknown) {
    super(`The server did not respond ${timeoutMs === undefined ? 'in time' : `within ${timeoutMs} ms`}`, { cause });
  }
}

/**
 * Waits for a call; returns the server's error instead of throwing it.
 *
 * @throws All other errors, such as {@link ConnectionError} and {@link TimeoutError}.
 */
export async function settle<Value>(call: Promise<Value>): Promise<Settled<Value>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof ToolError || error instanceof RequestError) return { ok: false, error };
    throw error;
  }
}
