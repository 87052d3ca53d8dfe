import { encodeBase64 } from '../../wire/base64.js';
import { getAccessToken, type TokenGrant } from './access-tokens.js';
import type { Deadline } from './deadline.js';
import { ForwardError } from '../../core/results/forward-error.js';
import type { ForwardApi, ForwardOperation, SecurityScheme } from './forward-definition.js';
import { percentEncode } from '../../core/results/percent-encode.js';
import { readApiVariable } from './resolve-server.js';
import type { Pair } from './serialize-style.js';

/** Credentials for one request. */
export interface Credentials {
  readonly headers: Pair[];
  readonly query: Pair[];
  readonly cookies: Pair[];
  /** Secrets that must not appear in messages. */
  readonly secrets: string[];
  /** Functions that remove access tokens from the cache, so that new ones are requested. */
  readonly renewals: (() => void)[];
}

/** Returns empty credentials. */
export function noCredentials(): Credentials {
  return { headers: [], query: [], cookies: [], secrets: [], renewals: [] };
}

/** Finds the credentials for an operation at a base URL, within the deadline of the call. */
export type FindCredentials = (
  api: ForwardApi,
  operation: ForwardOperation,
  base: string,
  deadline: Deadline,
) => Promise<Credentials>;

/** Adds the credentials of one scheme. */
type Add = (found: Credentials, deadline: Deadline) => void | Promise<void>;

/**
 * Returns the credentials for an operation: from the first alternative whose variables are all set, or none if the
 * operation allows calls without credentials.
 *
 * @param base Base URL of the API.
 * @throws ForwardError that names the environment variables to set.
 */
export async function findCredentials(
  { name: apiName, securitySchemes = {} }: ForwardApi,
  { security = [] }: ForwardOperation,
  base: string,
  deadline: Deadline,
): Promise<Credentials> {
  const found = noCredentials();
  const demanding = security.filter((requirement) => Object.keys(requirement).length > 0);
  const missing = new Set<string>();
  for (const requirement of demanding) {
    const schemes = Object.entries(requirement).map(([name, scopes]) =>
      readScheme(name, securitySchemes[name], scopes, base),
    );
    const problems = schemes.filter((scheme) => typeof scheme === 'string');
    if (problems.length > 0) {
      missing.add(problems.join(' and '));
      continue;
    }
    for (const add of schemes) if (typeof add === 'function') await add(found, deadline);
    return found;
  }
  if (demanding.length < security.length || demanding.length === 0) return found;
  throw new ForwardError(`The ${apiName} API needs credentials: ${[...missing].join('; or ')}`);
}

/** Reads the variables of a scheme. Returns a description of missing variables, if any. */
function readScheme(
  name: string,
  scheme: SecurityScheme | undefined,
  scopes: readonly string[],
  base: string,
): Add | string {
  switch (scheme?.type) {
    case undefined:
      return `the document does not define "${name}"`;
    case 'unsupported':
      return `"${name}" (${scheme.what}) is not supported`;
    case 'apiKey': {
      const key = readApiVariable(scheme.keyVariable);
      return key === undefined ? `set ${scheme.keyVariable}` : (found) => addKey(found, scheme, key);
    }
    case 'bearer': {
      const token = readApiVariable(scheme.tokenVariable);
      return token === undefined ? `set ${scheme.tokenVariable}` : (found) => addBearer(found, token);
    }
    case 'basic': {
      const user = readApiVariable(scheme.userVariable);
      const password = readApiVariable(scheme.passwordVariable) ?? '';
      if (user === undefined) return `set ${scheme.userVariable} and ${scheme.passwordVariable}`;
      return (found) => addBasic(found, user, password);
    }
    case 'clientCredentials': {
      const { tokenVariable, clientIdVariable, clientSecretVariable, tokenUrlVariable } = scheme;
      const token = readApiVariable(tokenVariable);
      if (token !== undefined) return (found) => addBearer(found, token);
      const [clientId, clientSecret] = [readApiVariable(clientIdVariable), readApiVariable(clientSecretVariable)];
      if (clientId === undefined || clientSecret === undefined) {
        return `set ${clientIdVariable} and ${clientSecretVariable}, or ${tokenVariable}`;
      }
      const declared = (tokenUrlVariable && readApiVariable(tokenUrlVariable)) || scheme.tokenUrl;
      // The URL of a document may be relative to the base URL of its API.
      const tokenUrl = URL.canParse(declared, `${base}/`) ? new URL(declared, `${base}/`).href : declared;
      return (found, deadline) =>
        addGranted(found, deadline, { tokenUrl, clientId, clientSecret, scopes: scopes.toSorted() });
    }
  }
}

/** Adds an API key to the place that its scheme defines. */
export function addKey(
  { headers, query, cookies, secrets }: Credentials,
  { in: place, name }: Extract<SecurityScheme, { readonly type: 'apiKey' }>,
  key: string,
): void {
  if (place === 'header') headers.push([name.toLowerCase(), key]);
  else if (place === 'query') query.push([percentEncode(name), percentEncode(key)]);
  else cookies.push([name, percentEncode(key)]);
  secrets.push(key);
}

/** Adds an access token. */
export function addBearer({ headers, secrets }: Credentials, token: string): void {
  headers.push(['authorization', `Bearer ${token}`]);
  secrets.push(token);
}

/** Adds a username and a password. A username without a password is a secret, too. */
export function addBasic({ headers, secrets }: Credentials, username: string, password: string): void {
  const pair = encodeBase64(new TextEncoder().encode(`${username}:${password}`));
  headers.push(['authorization', `Basic ${pair}`]);
  secrets.push(pair, password === '' ? username : password);
}

/** Other calls wait for the same access token, so its request continues after this call has timed out. */
async function addGranted(found: Credentials, deadline: Deadline, grant: TokenGrant): Promise<void> {
  const { token, forget } = await deadline.limit(getAccessToken(grant));
  addBearer(found, token);
  found.secrets.push(grant.clientSecret);
  found.renewals.push(forget);
}
