/**
 * An error that reaches the client as a JSON-RPC error response instead of a tool result. A handler throws it when the
 * request itself is at fault; everything else that a tool throws becomes a result with `isError`. The message should be one
 * sentence: only its first line is sent.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  /**
   * The JSON-RPC error code, an integer: above -32000 for purposes of one's own. What a protocol version does not allow
   * becomes -32603.
   */
  readonly code: number;
  /** Details of the error, any JSON value. Not sent when `undefined`. */
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The error -32602 for invalid parameters. */
export function invalidParams(message: string, data?: unknown): ProtocolError {
  return new ProtocolError(-32602, message, data);
}

/** The message of a thrown value, without its stack; the text of a value that is no `Error`. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'Unknown error';
  }
}
