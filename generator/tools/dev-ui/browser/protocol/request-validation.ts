import type { FieldError } from '../form/error-summary.js';
import { printExactJson } from '../form/exact-json.js';
import type { HostClient } from './host-client.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectsAt, textAt } from './json-object.js';

/**
 * Validates arguments before they are sent, with the messages of a server of this package. Returns `[]` if validation is unavailable.
 */
export async function validateArguments(
  host: Pick<HostClient, 'post'>,
  schema: JsonObject,
  value: unknown,
): Promise<readonly FieldError[]> {
  const answer = await host.post('checked', { schema, text: printExactJson(value) }).catch(() => undefined);
  return objectsAt(answer, 'errors').map((error) => ({
    path: textAt(error, 'path') ?? '',
    message: textAt(error, 'message') ?? 'does not fit',
  }));
}
