import { entriesOf, stringAt } from '../source/source-node.js';
import { isJsonObject, type Json, type JsonObject } from '../model/json.js';
import type { EnvironmentVariable } from '../model/model.js';
import type { ApiDocument } from './api-document.js';

/**
 * The environment variables that the calls of an API read: credentials of the schemes that some operation asks for, then
 * addresses. Those of two schemes or servers may be the same; each is there once.
 *
 * @param api The bound API.
 * @param operations Its bound operations.
 */
export function describeEnvironment(
  document: ApiDocument,
  api: JsonObject,
  operations: readonly JsonObject[],
): readonly EnvironmentVariable[] {
  const schemes = objectAt(api, 'securitySchemes');
  const demanded = new Set(operations.flatMap((operation) => listDemanded(operation.get('security'))));
  const credentials = [...(schemes ?? [])].flatMap(([name, scheme]) => {
    if (!demanded.has(name) || !isJsonObject(scheme)) return [];
    return describeScheme(scheme, describeInDocument(document, name));
  });
  const servers = (operations.length === 0 ? [] : [api, ...operations]).flatMap(
    (owner) => objectAt(owner, 'server') ?? [],
  );
  const addresses = servers.flatMap(describeServer);
  const byName = new Map<string, EnvironmentVariable>();
  for (const variable of [...credentials, ...addresses]) {
    if (!byName.has(variable.name)) byName.set(variable.name, variable);
  }
  return [...byName.values()];
}

function objectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = object.get(key);
  return isJsonObject(value) ? value : undefined;
}

function textAt(object: JsonObject, key: string): string {
  const value = object.get(key);
  return typeof value === 'string' ? value : '';
}

function listDemanded(security: Json | undefined): readonly string[] {
  const requirements: readonly Json[] = Array.isArray(security) ? security : [];
  return requirements.flatMap((requirement) => (isJsonObject(requirement) ? [...requirement.keys()] : []));
}

/** What the document itself says about a security scheme. */
function describeInDocument(document: ApiDocument, scheme: string): string {
  const components = document.child(document.child(document.root, 'components'), 'securitySchemes');
  const container = components ?? document.child(document.root, 'securityDefinitions');
  const entry = entriesOf(container?.node).find(({ key }) => key === scheme);
  if (!entry || !container) return '';
  return stringAt(document.peek({ node: entry.value, file: container.file }).node, 'description')?.trim() ?? '';
}

function describeScheme(scheme: JsonObject, about: string): readonly EnvironmentVariable[] {
  const variable = (key: string, purpose: string): EnvironmentVariable => ({
    name: textAt(scheme, key),
    description: about === '' ? purpose : `${purpose}\n${about}`,
    isNeeded: true,
  });
  switch (scheme.get('type')) {
    case 'apiKey':
      return [variable('keyVariable', `API key, sent as ${textAt(scheme, 'in')} \`${textAt(scheme, 'name')}\`.`)];
    case 'basic':
      return [variable('userVariable', 'User name.'), variable('passwordVariable', 'Password.')];
    case 'bearer':
      return [variable('tokenVariable', 'Access token.')];
    case 'clientCredentials':
      return [
        variable('tokenVariable', 'Access token; without it, one is fetched with client id and secret.'),
        variable('clientIdVariable', 'Client id (OAuth 2).'),
        variable('clientSecretVariable', 'Client secret (OAuth 2).'),
      ];
    default:
      return [];
  }
}

function describeServer(server: JsonObject): readonly EnvironmentVariable[] {
  const url = textAt(server, 'url');
  const isComplete = /^https?:\/\//iu.test(url);
  const base: EnvironmentVariable = {
    name: textAt(server, 'environment'),
    description: isComplete
      ? 'Address of the API, instead of the one in its document.'
      : `Address of the API. Its document does not say where it is (\`${url}\`): needed.`,
    isNeeded: !isComplete,
    ...(isComplete && { byDefault: url }),
  };
  const variables = [...(objectAt(server, 'variables') ?? [])].flatMap(([name, variable]): EnvironmentVariable[] => {
    if (!isJsonObject(variable)) return [];
    const allowed = variable.get('enum');
    const choice = Array.isArray(allowed) ? ` One of: ${allowed.join(', ')}.` : '';
    return [
      {
        name: textAt(variable, 'environment'),
        description: `The part \`{${name}}\` of the address.${choice}`,
        isNeeded: false,
        byDefault: textAt(variable, 'default'),
      },
    ];
  });
  return [base, ...variables];
}
