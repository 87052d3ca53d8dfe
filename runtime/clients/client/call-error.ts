import type { PromptContent } from '../../core/api/handlers.js';
import type { SentError } from '../../wire/error-key.js';
import type { JsonObject } from '../../wire/json.js';
import { textOf } from './results.js';

/** Error of a call: the tool failed, or the server refused the request. */
export type CallError = UndeclaredToolError | RequestError;

/** Error of a tool that its definition does not declare. */
export type UndeclaredToolError = ToolError & { readonly name: 'ToolError' };

/**
 * Error that the definition of a tool declares: `name` tells which one.
 *
 * @typeParam Errors The data of each error by name; `undefined` for an error without data.
 */
export type DeclaredToolError<Errors> = {
  [Name in keyof Errors]: ToolError & { readonly name: Name; readonly data: Errors[Name] };
}[keyof Errors];

/** Result of {@link settle}: the value of a call, or its error. */
export type Settled<Value, Errors = {}> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: DeclaredToolError<Errors> | CallError };

/** Key of the type of the errors of a {@link ToolCall}. It has no value. */
declare const errorsOfCall: unique symbol;

/** Call of a tool that declares errors: a promise whose type {@link settle} reads. */
export interface ToolCall<Value, Errors> extends Promise<Value> {
  /** Exists only for the type checker. */
  readonly [errorsOfCall]: Errors;
}

/** Thrown if a tool returns an error (`isError`). The message is the text of the result. */
export class ToolError extends Error {
  /** Name of the error that the tool declares; `ToolError` for any other. */
  override readonly name: string;
  /** Name of the tool. */
  readonly tool: string;
  /** All blocks of the result. */
  readonly content: readonly PromptContent[];
  /** Data of a declared error. */
  readonly data: unknown;
  /** Whether the same call can succeed later; `undefined` if unknown. */
  readonly retryable: boolean | undefined;
  /** Milliseconds after which the call can be repeated; `undefined` if unknown. */
  readonly retryAfterMs: number | undefined;
  /** HTTP status of the API response that became a declared error; `undefined` if there is none. */
  readonly status: number | undefined;

  /**
   * @param cause Error that the handler threw. Only set in tests with `openTestServer`.
   * @param declared The declared error; `undefined` for any other.
   */
  constructor(tool: string, content: readonly PromptContent[], cause?: unknown, declared?: SentError) {
    super(textOf(content), cause === undefined ? {} : { cause });
    this.name = declared?.name ?? 'ToolError';
    this.tool = tool;
    this.content = content;
    this.data = declared?.data;
    this.retryable = declared?.retryable;
    this.retryAfterMs = declared?.retryAfterMs;
    this.status = declared?.status;
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
 * Waits for a call; returns the server's error instead of throwing it. The `name` of the error tells which one it is:
 * an error that the tool declares, `ToolError` or `RequestError`.
 *
 * @throws All other errors, such as {@link ConnectionError} and {@link TimeoutError}.
 */
export function settle<Value, Errors>(call: ToolCall<Value, Errors>): Promise<Settled<Value, Errors>>;
export function settle<Value>(call: Promise<Value>): Promise<Settled<Value>>;
export async function settle<Value>(call: Promise<Value>): Promise<Settled<Value>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof ToolError || error instanceof RequestError) return { ok: false, error: error as CallError };
    throw error;
  }
}
