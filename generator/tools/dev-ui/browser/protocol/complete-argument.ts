import type { UiModel } from '../state/ui-model.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt } from './json-object.js';

/**
 * Asks the server to complete an argument of a prompt or template. Returns an empty list if there are no suggestions.
 *
 * @param ref Reference to the prompt or template.
 * @param others Values of the other arguments.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
 */
export async function completeArgument(
  { connection, protocolVersion }: Pick<UiModel, 'connection' | 'protocolVersion'>,
  ref: JsonObject,
  name: string,
  value: string,
  others: JsonObject,
): Promise<readonly string[]> {
  const given = Object.entries(others).filter(([key, other]) => key !== name && typeof other === 'string');
  const context = { arguments: Object.fromEntries(given) };
  const params = {
    ref,
    argument: { name, value },
    ...(given.length > 0 && protocolVersion >= '2025-06-18' && { context }),
  };
  const result = await connection?.request('completion/complete', params).catch(() => undefined);
  const { values } = objectAt(result, 'completion');
  return Array.isArray(values) ? values.filter((entry) => typeof entry === 'string').slice(0, 100) : [];
}
