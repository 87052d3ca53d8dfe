import type { SuppliedTexts } from '../api/supplied-arguments.js';
import type { Service } from '../service/service.js';
import type { CallContext } from './call-context.js';

/** Values by name. */
type Values<Value> = { readonly [name: string]: Value };

/**
 * Adds the texts that the server supplies, if there are any, to the arguments of a prompt, to those of a completion, or
 * to the variables of a URI. Its code is loaded only if there are any.
 *
 * @param subject Name of the entry in reports.
 * @throws ProtocolError -32602 if the caller sends one of them; -32603 if the server has no value for the caller.
 */
export async function addSupplied<Value>(
  service: Service,
  supplied: SuppliedTexts | undefined,
  sent: Values<Value>,
  context: CallContext,
  subject: string,
): Promise<Values<Value | string>> {
  if (supplied === undefined) return sent;
  const { supplyTexts } = await import('./supply-texts.js');
  return (await supplyTexts(service, supplied, sent, context, subject)) as Values<Value | string>;
}
