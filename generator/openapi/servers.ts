import { jsonObjectOf, type Json, type JsonObject } from '../model/json.js';
import type { EnvironmentVariable } from '../model/model.js';
import { splitWords } from '../resolve/form-names.js';
import { isScheme, parseUrl } from '../source/references.js';
import { childOf, entriesOf, itemsOf, stringAt, toJson, type SourceNode } from '../source/source-node.js';
import type { ApiDocument, Located } from './api-document.js';
import type { ApiOperation } from './operations.js';

/** A server: its form for the runtime (`ForwardServer`) and the environment variables that change its address. */
export interface BoundServer {
  readonly binding: JsonObject;
  readonly variables: readonly EnvironmentVariable[];
}

/** The server of an API: the first that the document names, else `/`. */
export function bindServer(document: ApiDocument, api: string): BoundServer {
  const environment = environmentName(api, 'BASE_URL');
  if (document.version === '2.0') return createServer(oldServerUrl(document), environment, []);
  return readServer(document, document.root, api, environment) ?? createServer('/', environment, []);
}

/** The server of an operation, or of its path. Returns `undefined` when it is that of the API. */
export function bindOwnServer(
  document: ApiDocument,
  { operation, pathItem }: ApiOperation,
  api: string,
  { binding: common }: BoundServer,
): BoundServer | undefined {
  for (const owner of [operation, pathItem]) {
    const url = firstUrl(owner);
    if (url === undefined) continue;
    if (url === common.get('url')) return undefined;
    return readServer(document, owner, api, environmentName(api, url.replace(/^[a-z]+:\/\//iu, ''), 'BASE_URL'));
  }
  return undefined;
}

/** Name of an environment variable, after the API that it is for: `PETSTORE_API_KEY`. */
export function environmentName(api: string, ...parts: readonly string[]): string {
  const words = [api, ...parts].flatMap((part) => {
    const split = splitWords(part);
    return split.length > 0 ? split : ['API'];
  });
  const name = words.join('_').toUpperCase();
  return /^\d/u.test(name) ? `API_${name}` : name;
}

function firstUrl(owner: Located): string | undefined {
  return stringAt(itemsOf(childOf(owner.node, 'servers'))[0], 'url');
}

function readServer(document: ApiDocument, owner: Located, api: string, environment: string): BoundServer | undefined {
  const url = firstUrl(owner);
  if (url === undefined) return undefined;
  const [server] = itemsOf(childOf(owner.node, 'servers'));
  const variables = entriesOf(childOf(server, 'variables')).map(({ key, value }) =>
    readVariable(document, value, key, environmentName(api, key)),
  );
  const known = new Set(variables.map(({ name }) => name));
  for (const [, name = ''] of url.matchAll(/\{([^{}]*)\}/gu)) {
    if (known.has(name)) continue;
    const message = `The variable \`{${name}}\` of the server is not described: ${environment} has to be set.`;
    document.warn('invalid-api', childOf(server, 'url')?.location ?? owner.node.location, message);
  }
  return createServer(absoluteUrl(url.trim(), document.root.file), environment, variables);
}

/** A variable in the address of a server. */
interface ServerVariable {
  readonly name: string;
  readonly environment: string;
  readonly byDefault: string;
  /** Allowed values; empty when any value is allowed. */
  readonly allowed: readonly string[];
}

function createServer(url: string, environment: string, variables: readonly ServerVariable[]): BoundServer {
  const bound = variables.map(({ name, environment: variable, byDefault, allowed }) => {
    const values = allowed.length > 0 ? allowed : undefined;
    return [name, jsonObjectOf({ default: byDefault, environment: variable, enum: values })] as const;
  });
  const isComplete = /^https?:\/\//iu.test(url);
  return {
    binding: jsonObjectOf({ url, environment, variables: bound.length > 0 ? new Map(bound) : undefined }),
    variables: [
      {
        name: environment,
        description: isComplete
          ? 'Address of the API, instead of the one in its document.'
          : `Address of the API. Its document does not say where it is (\`${url}\`): needed.`,
        isNeeded: !isComplete,
        ...(isComplete && { byDefault: url }),
      },
      ...variables.map(({ name, environment: variable, byDefault, allowed }) => {
        const choice = allowed.length > 0 ? ` One of: ${allowed.join(', ')}.` : '';
        const description = `The part \`{${name}}\` of the address.${choice}`;
        return { name: variable, description, isNeeded: false, byDefault };
      }),
    ],
  };
}

/** Makes the URL of a server absolute when the document was fetched. */
function absoluteUrl(url: string, file: string): string {
  if (!isScheme(file) || isScheme(url) || url.includes('{')) return url;
  return parseUrl(url, file)?.href ?? url;
}

function readVariable(document: ApiDocument, node: SourceNode, name: string, environment: string): ServerVariable {
  const listed = itemsOf(childOf(node, 'enum')).map((item) => textOf(toJson(item)));
  const given = childOf(node, 'default');
  const byDefault = given ? textOf(toJson(given)) : (listed[0] ?? '');
  if (listed.length === 0 || listed.includes(byDefault)) return { name, environment, byDefault, allowed: listed };
  const message = `The default \`${byDefault}\` is none of the values of the variable; it is allowed all the same.`;
  document.warn('invalid-api', given?.location ?? node.location, message);
  return { name, environment, byDefault, allowed: [byDefault, ...listed] };
}

/** Text of a scalar. YAML reads an unquoted port as a number. */
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
