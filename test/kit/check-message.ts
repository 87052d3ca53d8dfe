import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** The name that a revision's schema has for the result of each method. */
const results: { readonly [method: string]: string } = {
  initialize: 'InitializeResult',
  ping: 'EmptyResult',
  'logging/setLevel': 'EmptyResult',
  'resources/subscribe': 'EmptyResult',
  'resources/unsubscribe': 'EmptyResult',
  'server/discover': 'DiscoverResult',
  'subscriptions/listen': 'SubscriptionsListenResult',
  'tools/list': 'ListToolsResult',
  'prompts/list': 'ListPromptsResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'tools/call': 'CallToolResult',
  'prompts/get': 'GetPromptResult',
  'resources/read': 'ReadResourceResult',
  'completion/complete': 'CompleteResult',
};

const compilers = new Map<string, Ajv>();

/** The official JSON Schema of a revision, which lies in `specification/` as it was published. */
function compilerOf(revision: string): Ajv {
  const known = compilers.get(revision);
  if (known !== undefined) return known;
  const file = path.resolve(findRoot(), 'test/kit/specification', `${revision}.json`);
  const schema = JSON.parse(readFileSync(file, 'utf8')) as object;
  const options = { strict: false, validateFormats: false };
  const compiler = '$defs' in schema ? new Ajv2020(options) : new Ajv(options);
  compiler.addSchema(schema, revision);
  compilers.set(revision, compiler);
  return compiler;
}

/** The root of the package, from this file and from a bundle below the root. */
function findRoot(): string {
  return import.meta.dirname.replace(/[\\/](?:test|dist)[\\/].*$/u, '');
}

/** Why a value is not what the schema of a revision calls `name`; `undefined` when it is. */
export function findSchemaFault(revision: string, name: string, value: unknown): string | undefined {
  const compiler = compilerOf(revision);
  const keyword = revision < '2025-11-25' ? 'definitions' : '$defs';
  const validate: ValidateFunction | undefined = compiler.getSchema(`${revision}#/${keyword}/${name}`);
  if (validate === undefined) throw new Error(`The schema of ${revision} has no ${name}`);
  return validate(value) ? undefined : `${name} of ${revision}: ${compiler.errorsText(validate.errors)}`;
}

/** Why a value is no result of a method in a revision; `undefined` when it is one, or the specification knows no schema. */
export function findResultFault(revision: string, method: string, result: unknown): string | undefined {
  const type = (result as { readonly resultType?: unknown } | null)?.resultType;
  if (revision === '2026-07-28' && type === 'input_required') {
    return findSchemaFault(revision, 'InputRequiredResult', result);
  }
  const name = type === 'task' ? undefined : results[method];
  return name === undefined ? undefined : findSchemaFault(revision, name, result);
}

/** Why a value is no notification that a server may send in a revision; `undefined` when it is one. */
export function findNotificationFault(revision: string, message: unknown): string | undefined {
  return findSchemaFault(revision, 'ServerNotification', message);
}

/** Why a value is no request that a server may send in a legacy revision; `undefined` when it is one. */
export function findRequestFault(revision: string, message: unknown): string | undefined {
  return findSchemaFault(revision, 'ServerRequest', message);
}
