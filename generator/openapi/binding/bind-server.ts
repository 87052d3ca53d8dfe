import { childOf, entriesOf, itemsOf, stringAt, toJson } from '../../load/source-node.js';
import type { Json, JsonObject } from '../../model/json.js';
import type { ApiDocument } from '../document/api-document.js';
import type { ApiOperation } from '../operation/api-operation.js';
import { environmentName } from './environment-name.js';
import { jsonMembers } from './json-members.js';

/** The server of an API, in the runtime's own words (`ForwardServer`): the first that the document names. */
export function bindServer(document: ApiDocument, api: string): JsonObject {
  const environment = environmentName(api, 'BASE_URL');
  if (document.version === '2.0') return jsonMembers({ url: oldServerUrl(document), environment });
  return readServer(document.root, api, environment) ?? jsonMembers({ url: '/', environment });
}

/** The server of an operation that names one of its own, itself or with its path, unless it is that of the API. */
export function bindOwnServer(
  { operation, pathItem }: ApiOperation,
  api: string,
  common: JsonObject,
): JsonObject | undefined {
  for (const owner of [operation, pathItem]) {
    const url = firstUrl(owner);
    if (url === undefined) continue;
    if (url === common.get('url')) return undefined;
    return readServer(owner, api, environmentName(api, url.replace(/^[a-z]+:\/\//iu, ''), 'BASE_URL'));
  }
  return undefined;
}

interface ServerOwner {
  readonly node: ApiOperation['operation']['node'];
}

function firstUrl(owner: ServerOwner): string | undefined {
  return stringAt(itemsOf(childOf(owner.node, 'servers'))[0], 'url');
}

function readServer(owner: ServerOwner, api: string, environment: string): JsonObject | undefined {
  const url = firstUrl(owner);
  if (url === undefined) return undefined;
  const [server] = itemsOf(childOf(owner.node, 'servers'));
  const variables = entriesOf(childOf(server, 'variables')).map(({ key, value }): [string, Json] => {
    const values = itemsOf(childOf(value, 'enum')).map((item) => textOf(toJson(item)));
    const byDefault = childOf(value, 'default');
    const variable = jsonMembers({
      default: byDefault ? textOf(toJson(byDefault)) : (values[0] ?? ''),
      environment: environmentName(api, key),
      enum: values.length > 0 ? values : undefined,
    });
    return [key, variable];
  });
  return jsonMembers({
    url: url.trim(),
    environment,
    variables: variables.length > 0 ? new Map(variables) : undefined,
  });
}

/** YAML reads an unquoted port as a number. */
function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function oldServerUrl({ root }: ApiDocument): string {
  const host = stringAt(root.node, 'host');
  const basePath = stringAt(root.node, 'basePath') ?? '/';
  if (host === undefined) return basePath;
  const schemes = itemsOf(childOf(root.node, 'schemes')).map((item) => textOf(toJson(item)));
  const scheme = schemes.length === 0 || schemes.includes('https') ? 'https' : schemes[0];
  return `${scheme}://${host}${basePath === '/' ? '' : basePath}`;
}
