import type { SuppliedArguments } from '../api/definition.js';
import { invalidParams, ProtocolError } from '../../wire/protocol-error.js';
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
  { names, load }: SuppliedArguments,
  sent: { readonly [name: string]: unknown },
  context: CallContext,
  subject: string,
): Promise<{ readonly [name: string]: unknown }> {
  const refused = names.find((name) => Object.hasOwn(sent, name));
  if (refused !== undefined) {
    throw invalidParams(`Invalid params: ${JSON.stringify(refused)} cannot be sent, because the server sets it`);
  }
  const found = (await load())(sent, undefined, context);
  if ('input' in found) return found.input;
  service.report(formatReport(subject, found.detail, 'ERROR', context.exchange));
  throw new ProtocolError(-32603, found.refusal);
}
