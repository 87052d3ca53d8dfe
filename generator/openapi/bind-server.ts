import { isScheme, parseUrl } from '../source/references.js';
import { childOf, entriesOf, itemsOf, stringAt, toJson, type SourceNode } from '../source/source-node.js';
import type { Json, JsonObject } from '../model/json.js';
import type { ApiDocument } from './api-document.js';
import type { ApiOperation } from './api-operation.js';
import { environmentName } from './environment-name.js';
import { jsonMembers } from './json-members.js';

/** The server of an API, in the runtime's own words (`ForwardServer`): the first that the document names. */
export function bindServer(document: ApiDocument, api: string): JsonObject {
  const environment = environmentName(api, 'BASE_URL');
  if (document.version === '2.0') return jsonMembers({ url: oldServerUrl(document), environment });
  return readServer(document, document.root, api, environment) ?? jsonMembers({ url: '/', environment });
}

/** The server of an operation that names one of its own, itself or with its path, unless it is that of the API. */
export function bindOwnServer(
  document: ApiDocument,
  { operation, pathItem }: ApiOperation,
  api: string,
  common: JsonObject,
): JsonObject | undefined {
  for (const owner of [operation, pathItem]) {
    const url = firstUrl(owner);
    if (url === undefined) continue;
    if (url === common.get('url')) return undefined;
    return readServer(document, owner, api, environmentName(api, url.replace(/^[a-z]+:\/\//iu, ''), 'BASE_URL'));
  }
  return undefined;
}

interface ServerOwner {
  readonly node: ApiOperation['operation']['node'];
}

function firstUrl(owner: ServerOwner): string | undefined {
  return stringAt(itemsOf(childOf(owner.node, 'servers'))[0], 'url');
}

function readServer(
  document: ApiDocument,
  owner: ServerOwner,
  api: string,
  environment: string,
): JsonObject | undefined {
  const url = firstUrl(owner);
  if (url === undefined) return undefined;
  const [server] = itemsOf(childOf(owner.node, 'servers'));
  const variables = entriesOf(childOf(server, 'variables')).map(({ key, value }): [string, Json] => [
    key,
    readVariable(document, value, environmentName(api, key)),
  ]);
  const known = new Set(variables.map(([name]) => name));
  for (const [, name = ''] of url.matchAll(/\{([^{}]*)\}/gu)) {
    if (known.has(name)) continue;
    const message = `The variable \`{${name}}\` of the server is not described: ${environment} has to be set.`;
    document.warn('invalid-api', childOf(server, 'url')?.location ?? owner.node.location, message);
  }
  return jsonMembers({
    url: absoluteUrl(url.trim(), document.root.file),
    environment,
    variables: variables.length > 0 ? new Map(variables) : undefined,
  });
}

/** A document that was fetched may say where its server is from there. */
function absoluteUrl(url: string, file: string): string {
  if (!isScheme(file) || isScheme(url) || url.includes('{')) return url;
  return parseUrl(url, file)?.href ?? url;
}

function readVariable(document: ApiDocument, node: SourceNode, environment: string): JsonObject {
  const listed = itemsOf(childOf(node, 'enum')).map((item) => textOf(toJson(item)));
  const given = childOf(node, 'default');
  const byDefault = given ? textOf(toJson(given)) : (listed[0] ?? '');
  const isListed = listed.length === 0 || listed.includes(byDefault);
  if (!isListed) {
    const message = `The default \`${byDefault}\` is none of the values of the variable; it is allowed all the same.`;
    document.warn('invalid-api', given?.location ?? node.location, message);
  }
  const values = isListed ? listed : [byDefault, ...listed];
  return jsonMembers({ default: byDefault, environment, enum: values.length > 0 ? values : undefined });
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
