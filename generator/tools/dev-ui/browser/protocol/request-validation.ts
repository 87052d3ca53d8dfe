import type { FieldError } from '../form/error-summary.js';
import { printExactJson } from '../form/exact-json.js';
import type { HostClient } from './host-client.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectsAt, textAt } from './json-object.js';

/**
 * Checks arguments before they are sent, in the words of a server of this package. None when they cannot be checked: the server
 * will say what is wrong.
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
