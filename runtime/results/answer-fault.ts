import { messageOf } from '../protocol/protocol-error.js';

/**
 * What a handler returned cannot be sent. The message says where and why and is for the operator of the server; the
 * client hears no more than that it failed.
 */
export class AnswerFault extends Error {}

/**
 * What to tell about a handler that threw, or answered with what cannot be sent.
 *
 * @param summary What the client hears in the second case.
 * @returns The messages for the client (`sent`) and for the operator (`reported`).
 */
export function describeFailure(
  thrown: unknown,
  summary: string,
): { readonly sent: string; readonly reported: string } {
  const message = messageOf(thrown);
  return thrown instanceof AnswerFault
    ? { sent: summary, reported: `${summary}: ${message}` }
    : { sent: message, reported: message };
}
