import { isJsonObject, jsonObjectOf, type JsonObject } from '../model/json.js';
import type { EnvironmentVariable } from '../model/model.js';
import { childOf, entriesOf, itemsOf, stringAt, toJson, type SourceNode } from '../source/source-node.js';
import type { ApiDocument } from './api-document.js';
import type { ApiOperation } from './operations.js';
import { environmentName } from './servers.js';

/** A security scheme: its form for the runtime (`SecurityScheme`) and the environment variables of its credentials. */
export interface BoundScheme {
  readonly binding: JsonObject;
  readonly variables: readonly EnvironmentVariable[];
}

/** The security schemes of a document by name. */
export function bindSecuritySchemes(document: ApiDocument, api: string): ReadonlyMap<string, BoundScheme> {
  const isOld = document.version === '2.0';
  const entries = isOld
    ? document.entries(document.root, 'securityDefinitions')
    : document.entries(document.container(document.root, 'components'), 'securitySchemes');
  return new Map(
    entries.flatMap(({ key, value }) => {
      const scheme = document.follow(value);
      return scheme ? [[key, bindScheme(scheme.node, api, key)] as const] : [];
    }),
  );
}

/** The security requirements of an operation, else of the document. Those with an unknown scheme are left out. */
export function readRequirements(
  document: ApiDocument,
  { operation }: ApiOperation,
  schemes: ReadonlyMap<string, BoundScheme>,
): readonly JsonObject[] {
  const security = childOf(operation.node, 'security') ?? childOf(document.root.node, 'security');
  return itemsOf(security).flatMap((item) => {
    const unknown = entriesOf(item).filter(({ key }) => !schemes.has(key));
    for (const { key, keyLocation } of unknown) {
      document.warn('invalid-api', keyLocation, `There is no security scheme \`${key}\`; it is left out.`);
    }
    const requirement = toJson(item);
    return isJsonObject(requirement) && unknown.length === 0 ? [requirement] : [];
  });
}

function bindScheme(node: SourceNode, api: string, name: string): BoundScheme {
  const about = stringAt(node, 'description')?.trim() ?? '';
  const describe = (variable: string, purpose: string): EnvironmentVariable => ({
    name: variable,
    description: about === '' ? purpose : `${purpose}\n${about}`,
    isNeeded: true,
  });
  const variable = (...parts: readonly string[]) => environmentName(api, name, ...parts);
  const scheme = stringAt(node, 'scheme')?.toLowerCase() ?? '';
  const type = stringAt(node, 'type');
  const tokenUrl = type === 'oauth2' ? findTokenUrl(node) : undefined;
  if (type === 'basic' || (type === 'http' && scheme === 'basic')) {
    const userVariable = variable('USERNAME');
    const passwordVariable = variable('PASSWORD');
    return {
      binding: jsonObjectOf({ type: 'basic', userVariable, passwordVariable }),
      variables: [describe(userVariable, 'User name.'), describe(passwordVariable, 'Password.')],
    };
  }
  if (type === 'apiKey') {
    const place = stringAt(node, 'in');
    if (place !== 'header' && place !== 'query' && place !== 'cookie') return unsupported(`API key in ${place}`);
    const keyVariable = /key|token|secret/iu.test(name) ? variable() : variable('KEY');
    const keyName = stringAt(node, 'name') ?? '';
    return {
      binding: jsonObjectOf({ type: 'apiKey', in: place, name: keyName, keyVariable }),
      variables: [describe(keyVariable, `API key, sent as ${place} \`${keyName}\`.`)],
    };
  }
  const tokenVariable = /token$/iu.test(name) ? variable() : variable('TOKEN');
  if (tokenUrl !== undefined) {
    const clientIdVariable = variable('CLIENT_ID');
    const clientSecretVariable = variable('CLIENT_SECRET');
    const given = { tokenUrl, tokenVariable, clientIdVariable, clientSecretVariable };
    return {
      binding: jsonObjectOf({ type: 'clientCredentials', ...given }),
      variables: [
        describe(tokenVariable, 'Access token; without it, one is fetched with client id and secret.'),
        describe(clientIdVariable, 'Client id (OAuth 2).'),
        describe(clientSecretVariable, 'Client secret (OAuth 2).'),
      ],
    };
  }
  if (type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && scheme === 'bearer')) {
    return {
      binding: jsonObjectOf({ type: 'bearer', tokenVariable }),
      variables: [describe(tokenVariable, 'Access token.')],
    };
  }
  return unsupported(type === 'http' ? `HTTP ${scheme}` : (type ?? name));
}

function unsupported(what: string): BoundScheme {
  return { binding: jsonObjectOf({ type: 'unsupported', what }), variables: [] };
}

/** Token URL of the client credentials flow. Other flows need a person. */
function findTokenUrl(node: SourceNode): string | undefined {
  if (stringAt(node, 'flow') === 'application') return stringAt(node, 'tokenUrl');
  return stringAt(childOf(childOf(node, 'flows'), 'clientCredentials'), 'tokenUrl');
}
