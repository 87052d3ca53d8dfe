import type { AuthDefinition, AuthPlatform, ProtectedEntry } from '../../core/api/auth.js';
import { fillVariables } from '../../core/service/fill-variables.js';
import { isSecureUrl } from './secure-url.js';

/** `auth` of a definition, with the names of environment variables replaced by their values. */
export interface AuthSettings {
  /** Replaces `${NAME}` in a string with the value of the environment variable. Throws a TypeError if it is not set. */
  readonly read: (text: string) => string;
  readonly issuers: readonly string[];
  /** Address at which clients reach the server. */
  readonly resource: () => string;
  readonly audiences: readonly string[] | undefined;
  readonly scopes: readonly string[];
  readonly required: readonly string[];
  readonly scopePrefix: string;
  readonly introspection: IntrospectionSettings | undefined;
  /** Header with the client's TLS certificate, in lower case. */
  readonly certificateHeader: string | undefined;
  /** For each scope, the scopes that satisfy it: the scope itself, and scopes that include it. */
  readonly sufficient: ReadonlyMap<string, ReadonlySet<string>>;
  /** Returns the scopes that an entry needs in addition to the required scopes. */
  readonly scopesOf: (entry: ProtectedEntry) => readonly string[];
}

/** Client credentials of the server at an issuer. */
export interface IntrospectionSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const none: readonly string[] = [];

/**
 * Reads the environment variables that `auth` names, and checks the addresses.
 *
 * @throws TypeError that names what to set.
 */
export function openSettings(definition: AuthDefinition, platform: AuthPlatform): AuthSettings {
  const { scopes, implies, entries } = definition;
  const { resource, read, issuers } = readAddresses(definition, platform);
  const { introspection } = definition;
  const scopePrefix = read(definition.scopePrefix ?? '');
  if (!/^[\x21\x23-\x5b\x5d-\x7e]*$/u.test(scopePrefix)) {
    throw new TypeError('`scopePrefix` of `auth` contains a character that is not allowed in scope names');
  }
  return {
    read,
    issuers,
    resource,
    audiences: definition.audiences?.map(read),
    scopes,
    required: definition.required,
    scopePrefix,
    introspection: introspection && {
      issuer: read(introspection.issuer ?? definition.issuers[0] ?? ''),
      clientId: read(introspection.clientId),
      clientSecret: read(introspection.clientSecret),
    },
    certificateHeader: definition.clientCertificate?.header.toLowerCase(),
    sufficient: findSufficient(scopes, implies),
    scopesOf: ({ list, name }) => (Object.hasOwn(entries[list], name) ? (entries[list][name] ?? none) : none),
  };
}

function readAddresses(definition: AuthDefinition, { environment, localAddress }: AuthPlatform) {
  const read = (text: string): string => fillVariables(text, environment, '`auth`');
  const issuers = definition.issuers.map(read);
  const insecure = issuers.find((issuer) => !isSecureUrl(issuer));
  if (insecure !== undefined) {
    throw new TypeError(`An issuer of \`auth\` must be an https URL without a query or fragment: ${insecure}`);
  }
  const configuredResource = definition.resource === undefined ? undefined : read(definition.resource);
  // Only tokens from issuers have a resource.
  if (configuredResource === undefined && localAddress === undefined && issuers.length > 0) {
    throw new TypeError('`auth` needs `resource`: the URL at which clients reach this server');
  }
  if (configuredResource !== undefined && !isSecureUrl(configuredResource)) {
    throw new TypeError(
      `\`resource\` of \`auth\` must be an https URL without a query or fragment: ${configuredResource}`,
    );
  }
  return { read, issuers, resource: () => configuredResource ?? localAddress?.() ?? '' };
}

function findSufficient(scopes: readonly string[], implies: AuthDefinition['implies']) {
  const sufficient = new Map(scopes.map((scope) => [scope, new Set([scope])]));
  for (const scope of scopes) {
    const left = [scope];
    const seen = new Set<string>();
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      sufficient.get(next)?.add(scope);
      if (Object.hasOwn(implies, next)) left.push(...(implies[next] ?? []));
    }
  }
  return sufficient;
}
