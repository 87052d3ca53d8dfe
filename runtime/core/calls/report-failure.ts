import { NotImplementedError, VisibleError } from '../api/errors.js';
import { messageOf, ProtocolError } from '../../wire/protocol-error.js';
import { HandlerResultError } from '../results/encode-content.js';
import { formatReport } from '../service/report.js';
import { reportThrown } from '../service/report-thrown.js';
import type { Service } from '../service/service.js';
import type { CallContext } from './call-context.js';

/**
 * Whether the message of a handler error is hidden from the client because it may contain secrets: by the option
 * `maskErrors`, and by default over HTTP, where the client is not the operator.
 */
export function isMasked({ options }: Service, context: CallContext, error: unknown): boolean {
  return !(error instanceof VisibleError) && (options.maskErrors ?? context.http !== undefined);
}

/** Returns the message of an error for the client. A stub's message starts with the kind of its entry. */
export function messageFor(kind: 'Tool' | 'Prompt' | 'Resource', error: unknown): string {
  const message = messageOf(error);
  return error instanceof NotImplementedError ? `${kind} ${message}` : message;
}

/**
 * Reports that a handler threw an error, or returned a result that cannot be sent.
 *
 * @param subject The handler's name in reports.
 * @param summary Message for the client if the result cannot be sent, and if errors are masked.
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
  const message = messageFor(context.handler?.kind === 'PROMPT' ? 'Prompt' : 'Resource', error);
  const isInvalidResult = error instanceof HandlerResultError;
  const { exchange, isClosed } = context;
  if (isInvalidResult && !isClosed) service.report(formatReport(subject, `${summary}: ${message}`, 'ERROR', exchange));
  else if (!isClosed) reportThrown(service.report, subject, error, exchange, { message });
  return new ProtocolError(-32603, isInvalidResult || isMasked(service, context, error) ? summary : message);
}
