/**
 * Error that is sent as a JSON-RPC error response instead of a tool result. Handlers throw it if the request itself is
 * invalid; other errors of tools become results with `isError`. Only the first line of the message is sent.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  /**
   * JSON-RPC error code, an integer: above -32000 for custom codes. Codes that a protocol version does not allow become
   * -32603.
   */
  readonly code: number;
  /** Details of the error, as any JSON value. Not sent if `undefined`. */
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Creates the error -32602 for invalid parameters. */
export function invalidParams(message: string, data?: unknown): ProtocolError {
  return new ProtocolError(-32602, message, data);
}

/**
 * Returns the message of a thrown error, without its stack, or the string form of any other thrown value. Never throws.
 */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'Unknown error';
  }
}
