import { namesInText } from '../environment/placeholders.js';
import type { Json, JsonObject } from '../../core/model/json.js';
import type { EnvironmentVariable } from '../../core/model/model.js';
import type { DelegationModel } from './delegation-part.js';
import { textsAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, stringAt, type SourceNode } from '../../core/source/source-node.js';

/** Settings for calling an API on behalf of callers, with their environment variables. */
interface BoundDelegation {
  readonly model: DelegationModel;
  /** Whether `auth` only applies over HTTP, because it names no credentials for stdio. */
  readonly isForHttpOnly: boolean;
  readonly variables: readonly EnvironmentVariable[];
}

/** Purposes of the string members. */
const purposes: { readonly [member: string]: string } = {
  issuer: 'Issuer of the access tokens of the API.',
  authorizationEndpoint: 'URL of the consent page.',
  tokenEndpoint: 'URL of the token endpoint.',
  clientId: 'Client ID of this server at the authorization server of the API.',
  clientSecret: 'Client secret of this server at the authorization server of the API.',
  audience: 'Audience that identifies the API at its authorization server.',
  resource: 'URL that identifies the API at its authorization server.',
  kind: '',
  requestedTokenType: '',
};

/**
 * Reads `tokenExchange` or `consent` of an API's `auth`; `undefined` if both are absent. `checkDelegation` reports
 * their problems.
 *
 * @param entry Entry under `openapi`.
 */
export function bindDelegation(entry: SourceNode | undefined): BoundDelegation | undefined {
  const auth = childOf(entry, 'auth');
  const exchange = childOf(auth, 'tokenExchange');
  const kind = exchange ? 'exchange' : 'consent';
  const node = exchange ?? childOf(auth, 'consent');
  if (!node) return undefined;
  const variables = new Map<string, EnvironmentVariable>();
  const note = (text: string, description: string, isSecret = false): string => {
    for (const name of namesInText(text)) {
      variables.set(name, { name, description, isNeeded: true, ...(isSecret && { isSecret }) });
    }
    return text;
  };
  const settings = new Map<string, Json>();
  for (const [member, purpose] of Object.entries(purposes)) {
    const text = stringAt(node, member);
    if (text !== undefined) settings.set(member, note(text, purpose, member === 'clientSecret'));
  }
  const scopes = textsAt(node, 'scopes').map((scope) => note(scope, 'Scope of the API.'));
  if (scopes.length > 0) settings.set('scopes', scopes);
  const parameters = readParameters(node, note);
  if (parameters.size > 0) settings.set('parameters', parameters);
  const isForHttpOnly = childOf(auth, 'type') !== undefined;
  return { model: { kind, settings }, isForHttpOnly, variables: [...variables.values()] };
}

function readParameters(node: SourceNode, note: (text: string, description: string) => string): JsonObject {
  const entries = entriesOf(childOf(node, 'parameters'));
  return new Map(
    entries.flatMap(({ key, value }): [string, Json][] =>
      value.kind === 'scalar' && typeof value.value === 'string'
        ? [[key, note(value.value, `Parameter \`${key}\` of the authorization request.`)]]
        : [],
    ),
  );
}
