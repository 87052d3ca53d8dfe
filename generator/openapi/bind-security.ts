import { childOf, entriesOf, itemsOf, stringAt, toJson } from '../source/source-node.js';
import { isJsonObject, type Json, type JsonObject } from '../model/json.js';
import type { ApiDocument } from './api-document.js';
import type { ApiOperation } from './api-operation.js';
import { environmentName } from './environment-name.js';
import { jsonMembers } from './json-members.js';

/** The security schemes of a document in the runtime's own words (`SecurityScheme`), by name. */
export function bindSecuritySchemes(document: ApiDocument, api: string): JsonObject | undefined {
  const container =
    document.version === '2.0'
      ? document.container(document.root, 'securityDefinitions')
      : document.container(document.container(document.root, 'components'), 'securitySchemes');
  const schemes = entriesOf(container?.node).flatMap(({ key, value }): (readonly [string, JsonObject])[] => {
    const scheme = document.follow({ node: value, file: container?.file ?? document.root.file });
    return scheme ? [[key, bindScheme(scheme.node, api, key)]] : [];
  });
  return schemes.length === 0 ? undefined : new Map(schemes);
}

/** The requirements of an operation, or else of the document; `undefined`: none. */
export function bindRequirements(
  document: ApiDocument,
  { operation }: ApiOperation,
  schemes: JsonObject | undefined,
): Json | undefined {
  const security = childOf(operation.node, 'security') ?? childOf(document.root.node, 'security');
  const requirements = itemsOf(security).flatMap((item) => {
    const unknown = entriesOf(item).filter(({ key }) => !schemes?.has(key));
    for (const { key, keyLocation } of unknown) {
      document.warn('invalid-api', keyLocation, `There is no security scheme \`${key}\`; it is left out.`);
    }
    const requirement = toJson(item);
    return isJsonObject(requirement) && unknown.length === 0 ? [requirement] : [];
  });
  return requirements.length === 0 ? undefined : requirements;
}

type SchemeNode = ApiDocument['root']['node'];

function bindScheme(node: SchemeNode, api: string, name: string): JsonObject {
  const variable = (...parts: readonly string[]) => environmentName(api, name, ...parts);
  const tokenVariable = /token$/iu.test(name) ? variable() : variable('TOKEN');
  const basic = jsonMembers({
    type: 'basic',
    userVariable: variable('USERNAME'),
    passwordVariable: variable('PASSWORD'),
  });
  const bearer = jsonMembers({ type: 'bearer', tokenVariable });
  switch (stringAt(node, 'type')) {
    case 'apiKey':
      return bindApiKey(node, /key|token|secret/iu.test(name) ? variable() : variable('KEY'));
    case 'basic':
      return basic;
    case 'http': {
      const scheme = stringAt(node, 'scheme')?.toLowerCase() ?? '';
      if (scheme === 'basic') return basic;
      return scheme === 'bearer' ? bearer : jsonMembers({ type: 'unsupported', what: `HTTP ${scheme}` });
    }
    case 'oauth2': {
      const tokenUrl = findTokenUrl(node);
      if (tokenUrl === undefined) return bearer;
      return jsonMembers({
        type: 'clientCredentials',
        tokenUrl,
        tokenVariable,
        clientIdVariable: variable('CLIENT_ID'),
        clientSecretVariable: variable('CLIENT_SECRET'),
      });
    }
    case 'openIdConnect':
      return bearer;
    default:
      return jsonMembers({ type: 'unsupported', what: stringAt(node, 'type') ?? name });
  }
}

function bindApiKey(node: SchemeNode, keyVariable: string): JsonObject {
  const place = stringAt(node, 'in');
  if (place !== 'header' && place !== 'query' && place !== 'cookie') {
    return jsonMembers({ type: 'unsupported', what: `API key in ${place}` });
  }
  return jsonMembers({ type: 'apiKey', in: place, name: stringAt(node, 'name') ?? '', keyVariable });
}

/** Where a client gets a token with its own credentials; other flows need a person. */
function findTokenUrl(node: SchemeNode): string | undefined {
  if (stringAt(node, 'flow') === 'application') return stringAt(node, 'tokenUrl');
  return stringAt(childOf(childOf(node, 'flows'), 'clientCredentials'), 'tokenUrl');
}
