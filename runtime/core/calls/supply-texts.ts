import type { SuppliedTexts } from '../api/supplied-arguments.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';
import type { CallContext } from './call-context.js';

/**
 * Does the work of `addSupplied`.
 *
 * @throws ProtocolError for the same reasons.
 * @see docs/decisions/0065-the-server-adds-arguments-after-validation.md
 */
export async function supplyTexts(
  service: Service,
  { load }: SuppliedTexts,
  sent: { readonly [name: string]: unknown },
  context: CallContext,
  subject: string,
): Promise<{ readonly [name: string]: unknown }> {
  const found = (await load())(sent, context);
  if ('input' in found) return found.input;
  service.report(formatReport(subject, found.detail, 'ERROR', context.exchange));
  throw new ProtocolError(-32603, found.refusal);
}
