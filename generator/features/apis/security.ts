import { jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import type { EnvironmentVariable } from '../../core/model/model.js';
import { entryFor, mapNode, scalarNode } from '../../core/source/make-node.js';
import { booleanAt, scalarTextsAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, itemsOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import type { ApiOperation } from './operations.js';
import { environmentName, type VariableOwner } from './servers.js';

/** Security scheme for the runtime (`SecurityScheme`), with the environment variables of its credentials. */
export interface BoundScheme {
  readonly binding: JsonObject;
  readonly variables: readonly EnvironmentVariable[];
}

/** Name of the security scheme that `auth` in a definition describes. */
export const configuredScheme = 'auth';

/** Binds the security schemes of a document, by name. `auth` of the definition replaces them. */
export function bindSecuritySchemes(document: ApiDocument): ReadonlyMap<string, BoundScheme> {
  const configured = childOf(document.entry?.node, 'auth');
  if (configured) return new Map([[configuredScheme, bindConfiguredScheme(configured, document)]]);
  const entries = document.entries(document.child(document.root, 'components'), 'securitySchemes');
  return new Map(
    entries.flatMap(({ key, value }) => {
      const scheme = document.follow(value);
      return scheme ? [[key, bindScheme(scheme, document, key)] as const] : [];
    }),
  );
}

/**
 * Reads the security requirements of an operation; by default, the document's requirements. Omits requirements with an unknown
 * scheme. Returns `[]` if the operation declares that it needs no credentials, and `undefined` if nothing is declared.
 *
 * @param isElsewhere Whether a different host, to which `auth` of a definition does not apply, serves the operation.
 */
export function readRequirements(
  document: ApiDocument,
  { operation }: ApiOperation,
  schemes: ReadonlyMap<string, BoundScheme>,
  isElsewhere: boolean,
): readonly JsonObject[] | undefined {
  const documented = childOf(operation, 'security');
  if (documented?.kind === 'sequence' && documented.items.length === 0) return [];
  const configured = childOf(document.entry?.node, 'auth');
  if (configured) return isElsewhere ? undefined : requireConfigured(configured);
  const security = documented ?? childOf(document.root, 'security');
  const requirements = itemsOf(security).flatMap((item) => {
    const unknown = entriesOf(item).filter(({ key }) => !schemes.has(key));
    for (const { key, keyLocation } of unknown) {
      document.warn('invalid-api', keyLocation, `The security scheme \`${key}\` does not exist; it is ignored.`);
    }
    if (item.kind !== 'map' || unknown.length > 0) return [];
    return [new Map(item.entries.map(({ key }) => [key, scalarTextsAt(item, key)]))];
  });
  return requirements.length > 0 ? requirements : undefined;
}

/** Requires the credentials of `auth` of a definition. */
export function requireConfigured(auth: SourceNode): readonly JsonObject[] {
  const isOptional = booleanAt(auth, 'required') === false;
  return [new Map([[configuredScheme, []]]), ...(isOptional ? [new Map<string, Json>()] : [])];
}

/** The scheme of `auth` of a definition. */
export function bindConfiguredScheme(auth: SourceNode, owner: VariableOwner): BoundScheme {
  return bindScheme(readConfiguredScheme(auth), owner, '');
}

/** Converts `auth` of a definition to a security scheme object: `bearer` and `basic` are short for HTTP schemes. */
function readConfiguredScheme(scheme: SourceNode): SourceNode {
  if (scheme.kind !== 'scalar') return scheme;
  const { location } = scheme;
  return mapNode([entryFor('type', scalarNode('http', location)), entryFor('scheme', scheme)], location);
}

/** @param name Name in the document; empty for the scheme of a definition, whose variables omit it. */
function bindScheme(node: SourceNode, owner: VariableOwner, name: string): BoundScheme {
  const about = stringAt(node, 'description')?.trim() ?? '';
  const variables: EnvironmentVariable[] = [];
  const add = (isSecret: boolean, purpose: string, parts: readonly string[], configured?: string): string => {
    const description = about === '' ? purpose : `${purpose}\n${about}`;
    const variableName = configured ?? environmentName(owner, ...(name === '' ? [] : [name]), ...parts);
    variables.push({ name: variableName, description, isNeeded: true, ...(isSecret && { isSecret }) });
    return variableName;
  };
  const variable = (purpose: string, ...parts: readonly string[]) => add(false, purpose, parts);
  const secret = (purpose: string, ...parts: readonly string[]) => add(true, purpose, parts);
  const configured = name === '' ? stringAt(node, 'variable') : undefined;
  const token = (purpose: string) => add(true, purpose, /token$/iu.test(name) ? [] : ['TOKEN'], configured);
  const bind = (members: { readonly [key: string]: string }) => ({ binding: jsonObjectOf(members), variables });
  const type = stringAt(node, 'type') ?? '';
  // If no type is set, the API is only called on behalf of callers.
  if (type === '' && name === '') return bind({ type: 'unsupported', what: 'on behalf of a user' });
  const kind = type === 'http' ? `HTTP ${stringAt(node, 'scheme')?.toLowerCase() ?? ''}` : type;
  const tokenUrl = kind === 'oauth2' ? findTokenUrl(node) : undefined;
  if (kind === 'basic' || kind === 'HTTP basic') {
    const userVariable = variable('User name.', 'USERNAME');
    return bind({ type: 'basic', userVariable, passwordVariable: secret('Password.', 'PASSWORD') });
  }
  if (kind === 'apiKey') {
    const place = stringAt(node, 'in');
    if (place !== 'header' && place !== 'query' && place !== 'cookie') {
      return bind({ type: 'unsupported', what: `API key in ${place}` });
    }
    const keyName = stringAt(node, 'name') ?? '';
    const suffix = /key|token|secret/iu.test(name) ? [] : ['KEY'];
    const keyVariable = add(true, `API key, sent in the ${place} as \`${keyName}\`.`, suffix, configured);
    return bind({ type: 'apiKey', in: place, name: keyName, keyVariable });
  }
  if (tokenUrl !== undefined) {
    const tokenVariable = token('Access token. If it is not set, a token is fetched with the client ID and secret.');
    const clientIdVariable = variable('Client id (OAuth 2).', 'CLIENT_ID');
    const clientSecretVariable = secret('Client secret (OAuth 2).', 'CLIENT_SECRET');
    return bind({ type: 'clientCredentials', tokenUrl, tokenVariable, clientIdVariable, clientSecretVariable });
  }
  if (kind === 'oauth2' || kind === 'openIdConnect' || kind === 'HTTP bearer') {
    return bind({ type: 'bearer', tokenVariable: token('Access token.') });
  }
  return bind({ type: 'unsupported', what: kind === '' ? name : kind });
}

/** Returns the token URL of the client credentials flow. Other flows require user interaction. */
function findTokenUrl(node: SourceNode): string | undefined {
  if (stringAt(node, 'flow') === 'application') return stringAt(node, 'tokenUrl');
  return stringAt(childOf(childOf(node, 'flows'), 'clientCredentials'), 'tokenUrl');
}
