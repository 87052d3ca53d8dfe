import { messageOf, ProtocolError } from '../protocol/protocol-error.js';
import { AnswerFault } from '../results/encode-content.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';
import type { CallContext } from './call-context.js';

/**
 * Reports that a handler threw an error, or returned an answer that cannot be sent.
 *
 * @param subject The handler's name in reports.
 * @param summary Message for the client in the second case.
 * @returns The error for the client.
 */
export function reportFailure(
  service: Service,
  context: CallContext,
  error: unknown,
  subject: string,
  summary: string,
): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const message = messageOf(error);
  const isFault = error instanceof AnswerFault;
  if (!context.isClosed) service.report(formatReport(subject, isFault ? `${summary}: ${message}` : message));
  return new ProtocolError(-32603, isFault ? summary : message);
}
