import { namesInText } from '../environment/placeholders.js';
import { defined, jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import type { EnvironmentVariable } from '../../core/model/model.js';
import { textsAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import type { AuthModel, ScopeModel } from './auth-part.js';

/**
 * Reads `auth` of a definition. `checkAuth` reports its problems.
 *
 * @param documented Scopes that OpenAPI documents declare. Descriptions in `auth` replace the descriptions in the documents.
 */
export function resolveAuth(node: SourceNode, documented: readonly ScopeModel[] = []): AuthModel {
  const declared = entriesOf(childOf(node, 'scopes')).map(({ key, value }) => ({
    name: key,
    description: value.kind === 'scalar' ? String(value.value) : '',
  }));
  const scopes = new Map(declared.map((scope) => [scope.name, scope]));
  for (const scope of documented) if (!scopes.has(scope.name)) scopes.set(scope.name, scope);
  return {
    settings: jsonObjectOf({
      issuers: textsAt(node, 'issuers'),
      resource: stringAt(node, 'resource'),
      audiences: childOf(node, 'audiences') && textsAt(node, 'audiences'),
      scopes: [...scopes.keys()],
      implies: new Map(entriesOf(childOf(node, 'implies')).map(({ key, value }) => [key, listTexts(value)])),
      required: textsAt(node, 'requiredScopes'),
      scopePrefix: stringAt(node, 'scopePrefix'),
      introspection: readMembers(node, 'introspection', ['clientId', 'clientSecret', 'issuer']),
      apiKeys: readMembers(node, 'apiKeys', ['variable', 'file']),
      clientCertificate: readMembers(node, 'clientCertificate', ['header']),
    }),
    scopes: [...scopes.values()],
    ...readLogin(node),
    environment: listVariables(node),
  };
}

/** Reads `login`. The issuer is always explicit, because the runtime does not know which issuer comes first. */
function readLogin(node: SourceNode): Pick<AuthModel, 'login'> {
  const login = childOf(node, 'login');
  if (!login) return {};
  const issuer = stringAt(login, 'issuer') ?? textsAt(node, 'issuers')[0] ?? '';
  const members = readMembers(node, 'login', ['clientId', 'clientSecret']) ?? [];
  const parameters = entriesOf(childOf(login, 'parameters')).map(({ key }): [string, Json] => [
    key,
    stringAt(childOf(login, 'parameters'), key) ?? '',
  ]);
  return {
    login: new Map<string, Json>([
      ['issuer', issuer],
      ...members,
      ...(childOf(login, 'scopes') ? [['scopes', textsAt(login, 'scopes')] as const] : []),
      ...(parameters.length > 0 ? [['parameters', new Map(parameters)] as const] : []),
    ]),
  };
}

function listTexts(node: SourceNode): readonly string[] {
  return node.kind === 'sequence'
    ? node.items.flatMap((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : []))
    : [];
}

function readMembers(node: SourceNode, key: string, names: readonly string[]): JsonObject | undefined {
  const child = childOf(node, key);
  return child && jsonObjectOf(defined(Object.fromEntries(names.map((name) => [name, stringAt(child, name)]))));
}

/** Lists the values of a map. */
function listValues(node: SourceNode | undefined): readonly (string | undefined)[] {
  return entriesOf(node).map(({ key }) => stringAt(node, key));
}

/** Lists the environment variables in `auth` without duplicates. */
function listVariables(node: SourceNode): readonly EnvironmentVariable[] {
  const introspection = childOf(node, 'introspection');
  const login = childOf(node, 'login');
  const texts: readonly [string, readonly (string | undefined)[]][] = [
    ['Issuer of access tokens: the URL of the authorization server.', textsAt(node, 'issuers')],
    ['URL at which clients reach this server, such as https://mcp.example.com/mcp.', [stringAt(node, 'resource')]],
    ['Value of `aud` in access tokens.', textsAt(node, 'audiences')],
    ['Prefix of scope names at the authorization server.', [stringAt(node, 'scopePrefix')]],
    ['Client ID of this server at the issuer for token introspection.', [stringAt(introspection, 'clientId')]],
    ['Client secret of this server at the issuer for token introspection.', [stringAt(introspection, 'clientSecret')]],
    ['Issuer for user logins.', [stringAt(login, 'issuer')]],
    ['Client ID of this server at the issuer for user logins.', [stringAt(login, 'clientId')]],
    ['Client secret of this server at the issuer for user logins.', [stringAt(login, 'clientSecret')]],
    ['Scope to request at login.', textsAt(login, 'scopes')],
    ['Login parameter.', listValues(childOf(login, 'parameters'))],
    ['Issuer for token introspection.', [stringAt(introspection, 'issuer')]],
    ['File with the API keys of callers.', [stringAt(childOf(node, 'apiKeys'), 'file')]],
  ];
  const secrets = new Set([introspection, login].flatMap((each) => namesInText(stringAt(each, 'clientSecret') ?? '')));
  const named = texts.flatMap(([description, values]) =>
    values.flatMap((value) =>
      namesInText(value ?? '').map((name) => ({
        name,
        description,
        isNeeded: true,
        ...(secrets.has(name) && { isSecret: true as const }),
      })),
    ),
  );
  const keys = stringAt(childOf(node, 'apiKeys'), 'variable');
  const description =
    'API keys of callers, separated by semicolons. Each entry consists of the SHA-256 hash of the key, a name, and scopes.';
  const all = [...named, ...(keys === undefined ? [] : [{ name: keys, description, isNeeded: true }])];
  return [...new Map(all.map((variable) => [variable.name, variable])).values()];
}
