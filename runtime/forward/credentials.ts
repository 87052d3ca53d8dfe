import { encodeBase64 } from '../protocol/base64.js';
import { ForwardError } from './forward-error.js';
import type {
  Environment,
  ForwardApi,
  ForwardOperation,
  SecurityRequirement,
  SecurityScheme,
} from './forward-definition.js';
import { percentEncode } from './percent-encode.js';
import { readVariable } from './resolve-server.js';
import type { Pair } from './serialize-style.js';

/** Shorter secrets are not masked: they would match ordinary words. */
const minMasked = 4;

/** Credentials for one request. */
export interface Credentials {
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  readonly cookies: readonly Pair[];
  /** Texts that must not appear in messages. */
  readonly secrets: readonly string[];
  /** Drops an access token that the API refused; present when a new one can be requested. */
  readonly renew?: () => void;
}

/** Sources of credentials: environment variables, and access tokens of OAuth 2 client credentials. */
export interface CredentialSource {
  readonly environment: Environment;
  readonly getToken: (grant: TokenGrant) => Promise<{ readonly token: string; readonly forget: () => void }>;
}

/** Parameters of a request for an access token. */
export interface TokenGrant {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Sorted. */
  readonly scopes: readonly string[];
}

const none: Credentials = { headers: [], query: [], cookies: [], secrets: [] };

/**
 * Returns the credentials for an operation: those of the first alternative whose variables are all set, or none if the
 * operation allows calls without credentials.
 *
 * @throws ForwardError that names the environment variables to set.
 */
export async function findCredentials(
  api: ForwardApi,
  { security = [] }: ForwardOperation,
  source: CredentialSource,
): Promise<Credentials> {
  const demanding = security.filter((requirement) => Object.keys(requirement).length > 0);
  const usable = demanding.find((requirement) => listMissing(api, requirement, source.environment).length === 0);
  if (usable !== undefined) return collect(api, usable, source);
  if (demanding.length < security.length || demanding.length === 0) return none;
  const missing = demanding.map((requirement) => listMissing(api, requirement, source.environment).join(' and '));
  throw new ForwardError(`The ${api.name} API needs credentials: ${[...new Set(missing)].join('; or ')}`);
}

async function collect(
  api: ForwardApi,
  requirement: SecurityRequirement,
  source: CredentialSource,
): Promise<Credentials> {
  const found: Credentials[] = [];
  for (const [name, scopes] of Object.entries(requirement)) {
    const credentials = readScheme(api, name, scopes, source);
    found.push(credentials instanceof Promise ? await credentials : credentials);
  }
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  const renewals = found.flatMap(({ renew }) => renew ?? []);
  return {
    headers: found.flatMap(({ headers }) => headers),
    query: found.flatMap(({ query }) => query),
    cookies: found.flatMap(({ cookies }) => cookies),
    secrets: found.flatMap(({ secrets }) => secrets),
    ...(renewals.length === 0 ? {} : { renew: () => renewals.forEach((renew) => renew()) }),
  };
}

/** Lists what is missing before an alternative can be used. */
function listMissing(api: ForwardApi, requirement: SecurityRequirement, environment: Environment): readonly string[] {
  const isSet = (name: string): boolean => readVariable(environment, name) !== undefined;
  return Object.keys(requirement).flatMap((name) => {
    const scheme = api.securitySchemes?.[name];
    switch (scheme?.type) {
      case undefined:
        return [`the document does not define "${name}"`];
      case 'unsupported':
        return [`"${name}" (${scheme.what}) cannot be forwarded`];
      case 'apiKey':
        return isSet(scheme.keyVariable) ? [] : [`set ${scheme.keyVariable}`];
      case 'bearer':
        return isSet(scheme.tokenVariable) ? [] : [`set ${scheme.tokenVariable}`];
      case 'basic':
        return isSet(scheme.userVariable) ? [] : [`set ${scheme.userVariable} and ${scheme.passwordVariable}`];
      case 'clientCredentials': {
        const { tokenVariable, clientIdVariable, clientSecretVariable } = scheme;
        if (isSet(tokenVariable) || (isSet(clientIdVariable) && isSet(clientSecretVariable))) return [];
        return [`set ${clientIdVariable} and ${clientSecretVariable}, or ${tokenVariable}`];
      }
    }
  });
}

function readScheme(
  api: ForwardApi,
  name: string,
  scopes: readonly string[],
  { environment, getToken }: CredentialSource,
): Credentials | Promise<Credentials> {
  const scheme = api.securitySchemes?.[name];
  const read = (variable: string): string => readVariable(environment, variable) ?? '';
  switch (scheme?.type) {
    case 'apiKey':
      return placeKey(scheme.in, scheme.name, read(scheme.keyVariable));
    case 'bearer':
      return bearer(read(scheme.tokenVariable));
    case 'basic': {
      const password = read(scheme.passwordVariable);
      const pair = encodeBase64(new TextEncoder().encode(`${read(scheme.userVariable)}:${password}`));
      return { ...none, headers: [['authorization', `Basic ${pair}`]], secrets: [pair, password] };
    }
    case 'clientCredentials': {
      const given = read(scheme.tokenVariable);
      return given === '' ? requestBearer(scheme, scopes, read, getToken) : bearer(given);
    }
    default:
      return none;
  }
}

async function requestBearer(
  scheme: Extract<SecurityScheme, { readonly type: 'clientCredentials' }>,
  scopes: readonly string[],
  read: (variable: string) => string,
  getToken: CredentialSource['getToken'],
): Promise<Credentials> {
  const clientSecret = read(scheme.clientSecretVariable);
  const { token, forget } = await getToken({
    tokenUrl: (scheme.tokenUrlVariable && read(scheme.tokenUrlVariable)) || scheme.tokenUrl,
    clientId: read(scheme.clientIdVariable),
    clientSecret,
    scopes: scopes.toSorted(),
  });
  const { headers, secrets } = bearer(token);
  return { ...none, headers, secrets: [...secrets, clientSecret], renew: forget };
}

function placeKey(place: 'header' | 'query' | 'cookie', name: string, key: string): Credentials {
  const secrets = [key];
  if (place === 'header') return { ...none, headers: [[name.toLowerCase(), key]], secrets };
  const pair: Pair = [place === 'query' ? percentEncode(name) : name, percentEncode(key)];
  return place === 'query' ? { ...none, query: [pair], secrets } : { ...none, cookies: [pair], secrets };
}

function bearer(token: string): Credentials {
  return { ...none, headers: [['authorization', `Bearer ${token}`]], secrets: [token] };
}

/** Replaces credentials in a text by `***`, in each encoding in which an API may repeat them. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= minMasked)
    .flatMap(listEncodings)
    .toSorted((left, right) => right.length - left.length)
    .reduce((masked, encoded) => masked.replaceAll(encoded, '***'), text);
}

function listEncodings(secret: string): readonly string[] {
  const html = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return [secret, percentEncode(secret), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), html];
}
