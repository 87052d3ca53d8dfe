import { isJsonObject } from '../../wire/json.js';
import { addBasic, addBearer, addKey, noCredentials, type Credentials } from './credentials.js';
import { checkHeaders, checkText } from './extra-headers.js';
import type { ForwardApi, ForwardOperation, SecurityScheme } from './forward-definition.js';
import { ForwardError } from '../../core/results/forward-error.js';

type KeyScheme = Extract<SecurityScheme, { readonly type: 'apiKey' }>;

const memberNames = ['bearer', 'basic', 'apiKey', 'headers'];

/**
 * Reads the return value of the user's `credentials` (`ApiCredentials`). An operation that needs no credentials gets
 * only headers.
 *
 * @param returned Any value, because handlers may not be type-checked.
 * @throws ForwardError for an invalid value, which the message does not contain.
 */
export function readApiCredentials(returned: unknown, api: ForwardApi, operation: ForwardOperation): Credentials {
  if (!isJsonObject(returned)) throw new ForwardError('`credentials` must return an object, or undefined');
  const { bearer, basic, apiKey, headers } = returned;
  const unknown = Object.keys(returned).find((key) => !memberNames.includes(key));
  if (unknown !== undefined) {
    throw new ForwardError(`\`credentials\` returned the unknown member ${JSON.stringify(unknown.slice(0, 64))}`);
  }
  // An undefined member is considered a mistake, because the call would otherwise be anonymous or use the operator's credentials.
  if (Object.keys(returned).length === 0)
    throw new ForwardError(`\`credentials\` returned none of ${memberNames.join(', ')}`);
  if ('bearer' in returned && 'basic' in returned)
    throw new ForwardError('`bearer` and `basic` are mutually exclusive');
  const found = noCredentials();
  if ('bearer' in returned) addBearer(found, checkToken(bearer));
  if ('basic' in returned) addChecked(found, basic);
  if ('apiKey' in returned) for (const [scheme, key] of listKeys(apiKey, api, operation)) addKey(found, scheme, key);
  const isOpen = operation.security?.length === 0;
  const sent = isOpen ? noCredentials() : found;
  if ('headers' in returned) {
    for (const [name, value] of checkHeaders(headers)) {
      sent.headers.push([name, value]);
      sent.secrets.push(value, value.slice(value.lastIndexOf(' ') + 1));
    }
  }
  return sent;
}

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
function checkToken(bearer: unknown): string {
  const text = checkText('`bearer`', bearer);
  if (/^[\x21-\x7e]+$/u.test(text)) return text;
  throw new ForwardError('`bearer` must be a token of ASCII characters without spaces');
}

/** @see https://www.rfc-editor.org/rfc/rfc7617#section-2 */
function addChecked(found: Credentials, basic: unknown): void {
  const { username, password } = isJsonObject(basic) ? basic : {};
  const user = checkText('`basic.username`', username);
  if (user.includes(':')) throw new ForwardError('`basic.username` must not contain a colon');
  addBasic(found, user, password === '' ? '' : checkText('`basic.password`', password));
}

/** Finds the schemes of API keys. */
function listKeys(
  apiKey: unknown,
  { name: apiName, securitySchemes = {} }: ForwardApi,
  { security }: ForwardOperation,
): readonly (readonly [KeyScheme, string])[] {
  const schemes = new Map(
    Object.entries(securitySchemes).flatMap(([name, scheme]) => (scheme.type === 'apiKey' ? [[name, scheme]] : [])),
  );
  if (isJsonObject(apiKey)) {
    return Object.entries(apiKey).map(([name, key]) => {
      const scheme = schemes.get(name);
      if (scheme !== undefined) return [scheme, checkText(`\`apiKey.${name}\``, key)];
      const names = schemes.size === 0 ? 'none' : [...schemes.keys()].join(', ');
      throw new ForwardError(
        `The ${apiName} API has no apiKey scheme named ${JSON.stringify(name.slice(0, 64))}: ${names}`,
      );
    });
  }
  const wanted = (security ?? []).flatMap((requirement) => Object.keys(requirement));
  const first = [...wanted, ...schemes.keys()].find((name) => schemes.has(name));
  const scheme = first === undefined ? undefined : schemes.get(first);
  if (scheme !== undefined) return [[scheme, checkText('`apiKey`', apiKey)]];
  throw new ForwardError(`The ${apiName} API has no apiKey scheme: return \`headers\``);
}
