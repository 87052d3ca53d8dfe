import { errorKey, type SentError } from '../../wire/error-key.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';

/** Names of declared errors. The names of the client's own errors begin with a capital letter. */
const errorName = /^[a-z]\w{0,63}$/u;

/** Reads the declared error of a failed result; `undefined` if there is none. */
export function readDeclared(meta: unknown): SentError | undefined {
  const sent = isJsonObject(meta) ? meta[errorKey] : undefined;
  if (!isJsonObject(sent)) return undefined;
  const { name, data, retryable, retryAfterMs, status } = sent satisfies JsonObject;
  if (typeof name !== 'string' || !errorName.test(name)) return undefined;
  return {
    name,
    data,
    ...(typeof retryable === 'boolean' && { retryable }),
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
    ...(typeof status === 'number' && { status }),
  };
}
