import { messageOf } from '../../../wire/protocol-error.js';

/** Describes an error. The error for a host with several addresses has a code instead of a message. */
export function describeRedisError(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  const message = messageOf(error);
  return message === '' || message === 'AggregateError' ? String(code ?? 'the connection failed') : message;
}
