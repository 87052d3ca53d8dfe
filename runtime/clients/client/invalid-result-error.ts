/**
 * Thrown for a result that the protocol does not allow, or that does not match the output schema. `cause` is the error of
 * the client that checked the result.
 */
export class InvalidResultError extends Error {
  override readonly name = 'InvalidResultError';

  constructor(cause?: unknown) {
    super('The server sent an invalid result', { cause });
  }
}
