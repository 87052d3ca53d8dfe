import type { SuppliedArguments } from '../api/definition.js';
import { invalidParams, ProtocolError } from '../../wire/protocol-error.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';
import type { CallContext } from './call-context.js';

/** Values by name. */
type Values<Value> = { readonly [name: string]: Value };

/**
 * Adds the texts that the server supplies to the arguments of a prompt, to those of a completion, or to the variables of
 * a URI.
 *
 * @param subject Name of the entry in reports.
 * @throws ProtocolError -32602 if the caller sends one of them; -32603 if the server has no value for the caller.
 * @see docs/decisions/0065-the-server-adds-arguments-after-validation.md
 */
export async function supplyTexts<Value>(
  service: Service,
  { names, load }: SuppliedArguments,
  sent: Values<Value>,
  context: CallContext,
  subject: string,
): Promise<Values<Value | string>> {
  const refused = names.find((name) => Object.hasOwn(sent, name));
  if (refused !== undefined) {
    throw invalidParams(`Invalid params: ${JSON.stringify(refused)} cannot be sent, because the server sets it`);
  }
  const found = (await load())(sent, undefined, context);
  if ('input' in found) return found.input as Values<Value | string>;
  service.report(formatReport(subject, found.detail, 'ERROR', context.exchange));
  throw new ProtocolError(-32603, found.refusal);
}
