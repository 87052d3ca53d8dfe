import { jsonObjectOf, type JsonObject } from '../../core/model/json.js';
import type { EnvironmentVariable } from '../../core/model/model.js';
import { splitWords } from '../../feature-kit/resolve/create-names.js';
import { isScheme, parseUrl } from '../../core/source/references.js';
import { scalarTextsAt } from '../../core/source/read-values.js';
import {
  childOf,
  entriesOf,
  itemsOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import type { ApiOperation } from './operations.js';

/** Owner of environment variables: an API and its MCP server. */
export type VariableOwner = Pick<ApiDocument, 'server' | 'name'>;

/** Server for the runtime (`ForwardServer`), with the environment variables that change its address. */
export interface BoundServer {
  readonly binding: JsonObject;
  readonly variables: readonly EnvironmentVariable[];
}

/** Binds the server of an API: the first server in the document, else `/`. */
export function bindServer(document: ApiDocument): BoundServer {
  const environment = environmentName(document, 'BASE_URL');
  const server = firstServer(document.root);
  return server ? readServer(document, server, environment) : createServer('/', environment, []);
}

/** Binds the server of an operation, or of its path. Returns `undefined` if it is the server of the API. */
export function bindOwnServer(
  document: ApiDocument,
  { operation, pathItem }: ApiOperation,
  { binding: common }: BoundServer,
): BoundServer | undefined {
  const server = firstServer(operation) ?? firstServer(pathItem);
  if (!server || server.url === common.get('url')) return undefined;
  const host = server.url.replace(/^[a-z]+:\/\//iu, '');
  return readServer(document, server, environmentName(document, host, 'BASE_URL'));
}

/** Whether an operation's server is on a different host than its API. Relative addresses are on the same host. */
export function isElsewhere(operationServer: BoundServer | undefined, apiServer: BoundServer): boolean {
  const [host, usualHost] = [operationServer, apiServer].map(
    (server) => /^[a-z]+:\/\/[^/]+/iu.exec(String(server?.binding.get('url')))?.[0],
  );
  return operationServer !== undefined && host !== undefined && host !== usualHost;
}

/**
 * Returns the name of an environment variable: server, API and purpose, separated by two underscores, as in
 * `SHOP__SUPPLIERS__API_KEY`. A document only chooses the purpose, so it cannot name a variable of another program or
 * API.
 */
export function environmentName({ server, name: api }: VariableOwner, ...parts: readonly string[]): string {
  const name = [[server], [api], parts].map((texts) => texts.flatMap(listWords).join('_')).join('__');
  return /^\d/u.test(name) ? `API_${name}` : name;
}

function listWords(text: string): readonly string[] {
  const words = splitWords(text);
  return words.length > 0 ? words.map((word) => word.toUpperCase()) : ['API'];
}

/** Entry of `servers`. */
interface ApiServer {
  readonly url: string;
  readonly node: SourceNode;
}

function firstServer(owner: SourceNode): ApiServer | undefined {
  const [node] = itemsOf(childOf(owner, 'servers'));
  const url = stringAt(node, 'url');
  return node && url !== undefined ? { url, node } : undefined;
}

function readServer(document: ApiDocument, { url, node }: ApiServer, environment: string): BoundServer {
  const variables = entriesOf(childOf(node, 'variables')).map((entry) => readVariable(document, entry));
  const declared = new Set(variables.map(({ name }) => name));
  for (const [, name = ''] of url.matchAll(/\{([^{}]*)\}/gu)) {
    if (declared.has(name)) continue;
    const message = `The variable \`{${name}}\` of the server has no entry under \`variables\`: set ${environment}.`;
    document.warn('invalid-api', childOf(node, 'url')?.location ?? node.location, message);
  }
  if (/[{}]/u.test(url.replace(/\{[^{}]*\}/gu, ''))) {
    const message = 'The server address has an unmatched brace, which is treated as literal text.';
    document.warn('invalid-api', childOf(node, 'url')?.location ?? node.location, message, { help: 'Write `{name}`.' });
  }
  return createServer(absoluteUrl(url.trim(), document.root.location.file), environment, variables);
}

/** Variable in a server address. */
interface ServerVariable extends BoundServer {
  readonly name: string;
}

/** The server of an API that a definition specifies by its URL. */
export function bindAddress(owner: VariableOwner, url: string): BoundServer {
  const environment = environmentName(owner, 'BASE_URL');
  const description = 'Address of the API. Default: the scheme and host in the definition.';
  return {
    binding: jsonObjectOf({ url, environment }),
    variables: [{ name: environment, description, isNeeded: false, defaultValue: url }],
  };
}

function createServer(url: string, environment: string, variables: readonly ServerVariable[]): BoundServer {
  const isComplete = /^https?:\/\//iu.test(url);
  const description = isComplete
    ? 'Address of the API. Default: the address in its document.'
    : `Address of the API. Required, because its document has no absolute URL (\`${url}\`).`;
  const bound = variables.map(({ name, binding }) => [name, binding] as const);
  return {
    binding: jsonObjectOf({ url, environment, variables: bound.length > 0 ? new Map(bound) : undefined }),
    variables: [
      { name: environment, description, isNeeded: !isComplete, ...(isComplete && { defaultValue: url }) },
      ...variables.flatMap((variable) => variable.variables),
    ],
  };
}

/** Makes the URL of a server absolute if the document was fetched. */
function absoluteUrl(url: string, file: string): string {
  if (!isScheme(file) || isScheme(url) || url.includes('{')) return url;
  return parseUrl(url, file)?.href ?? url;
}

/** YAML parses an unquoted port as a number. */
function readVariable(document: ApiDocument, { key: name, value: node }: MapEntry): ServerVariable {
  const defaultNode = childOf(node, 'default');
  const listed = scalarTextsAt(node, 'enum');
  const defaultValue = defaultNode?.kind === 'scalar' ? String(defaultNode.value) : (listed[0] ?? '');
  const isOther = listed.length > 0 && !listed.includes(defaultValue);
  if (isOther) {
    const message = `The default \`${defaultValue}\` is not in the \`enum\` of the variable; it is used anyway.`;
    document.warn('invalid-api', defaultNode?.location ?? node.location, message);
  }
  const allowed = isOther ? [defaultValue, ...listed] : listed;
  const environment = environmentName(document, name);
  const choice = allowed.length > 0 ? ` One of: ${allowed.join(', ')}.` : '';
  const description = `The \`{${name}}\` part of the address.${choice}`;
  return {
    name,
    binding: jsonObjectOf({ default: defaultValue, environment, enum: allowed.length > 0 ? allowed : undefined }),
    variables: [{ name: environment, description, isNeeded: false, defaultValue }],
  };
}
