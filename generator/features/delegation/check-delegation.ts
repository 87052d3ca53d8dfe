import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { childOf, entriesOf, itemsOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import { findIssuerProblem } from '../auth/check-auth.js';
import { findPlaceholderProblem } from '../environment/placeholders.js';
import type { DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import { authDiagnostics } from '../auth/diagnostics.js';

/** Authorization request parameters that the server sets itself. */
const reservedParameters = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
]);

/** Reports problems with `tokenExchange` and `consent` of APIs, and with the `login` that `consent` needs. */
export function checkDelegation({ settings, openapi }: DefinitionSet): readonly Diagnostic[] {
  const auth = settings.get('auth');
  const login = childOf(auth, 'login');
  const found = openapi.flatMap(({ node }) => checkApi(childOf(node, 'auth'), auth));
  return [
    ...found,
    ...(login ? [...checkAddresses(login), ...checkLogin(login, auth), ...checkParameters(login)] : []),
  ];
}

/** Reports problems with `tokenExchange` and `consent` of one API. */
export function checkApi(apiAuth: SourceNode | undefined, auth: SourceNode | undefined): readonly Diagnostic[] {
  const exchange = childOf(apiAuth, 'tokenExchange');
  const consent = childOf(apiAuth, 'consent');
  if (exchange && consent) {
    const help = 'Keep one of them.';
    return [report(consent, '`tokenExchange` and `consent` are mutually exclusive.', help)];
  }
  const node = exchange ?? consent;
  if (!node) return [];
  const problems = exchange ? checkExchange(exchange) : checkConsent(node, auth);
  return [...checkCaller(node, auth), ...problems, ...checkAddresses(node)];
}

/** Checks `login`. Users are identified by their subject at a single issuer. */
function checkLogin(login: SourceNode, auth: SourceNode | undefined): readonly Diagnostic[] {
  const issuers = itemsOf(childOf(auth, 'issuers')).map((item) => (item.kind === 'scalar' ? item.value : undefined));
  const loginIssuer = stringAt(login, 'issuer');
  if (loginIssuer === undefined ? issuers.length > 0 : issuers.includes(loginIssuer)) return [];
  return [report(login, '`login` names an issuer that is missing from `issuers`.', 'Add the issuer to `issuers`.')];
}

/** Checks that callers have access tokens, because no other credentials identify users. */
function checkCaller(node: SourceNode, auth: SourceNode | undefined): readonly Diagnostic[] {
  if (itemsOf(childOf(auth, 'issuers')).length > 0) return [];
  const message = 'The API is called on behalf of callers, but they cannot be identified: `auth` has no `issuers`.';
  return [report(node, message, 'Add `auth: { issuers: [https://…] }` to one of the definitions.')];
}

function checkExchange(node: SourceNode): readonly Diagnostic[] {
  const isEntra = stringAt(node, 'kind') === 'entra';
  const wrong = ['audience', 'resource', 'requestedTokenType'].flatMap((key) => childOf(node, key) ?? []);
  return [
    ...(hasOne(node, ['issuer', 'tokenEndpoint'])
      ? []
      : [report(node, '`tokenExchange` has no endpoint.', 'Add either `issuer` or `tokenEndpoint`.')]),
    ...(isEntra && itemsOf(childOf(node, 'scopes')).length === 0
      ? [
          report(
            node,
            'Entra ID needs `scopes`.',
            'Add the scopes of the API, such as `https://graph.microsoft.com/.default`.',
          ),
        ]
      : []),
    ...(isEntra ? wrong.map((each) => report(each, 'Entra ID does not support this parameter.', 'Use `scopes`.')) : []),
  ];
}

function checkConsent(node: SourceNode, auth: SourceNode | undefined): readonly Diagnostic[] {
  const hasIssuer = childOf(node, 'issuer') !== undefined;
  const endpoints = ['authorizationEndpoint', 'tokenEndpoint'].filter((key) => childOf(node, key));
  const isPlaced = hasIssuer ? endpoints.length === 0 : endpoints.length === 2;
  return [
    ...(isPlaced
      ? []
      : [report(node, '`consent` has no endpoints.', 'Add `issuer`, or `authorizationEndpoint` and `tokenEndpoint`.')]),
    ...(auth && !childOf(auth, 'login')
      ? [
          report(
            node,
            'Users must log in before they can consent, but `auth` has no `login`.',
            'Add `login: { clientId: ${…}, clientSecret: ${…} }` to `auth`, with the client credentials of this server at the issuer.',
          ),
        ]
      : []),
    ...checkParameters(node),
  ];
}

function checkParameters(node: SourceNode): readonly Diagnostic[] {
  const reserved = entriesOf(childOf(node, 'parameters')).filter(({ key }) => reservedParameters.has(key));
  return reserved.map(({ key, value }) =>
    report(value, `The server sets the parameter \`${key}\` itself.`, 'Remove it.'),
  );
}

function hasOne(node: SourceNode, keys: readonly string[]): boolean {
  return keys.filter((key) => childOf(node, key)).length === 1;
}

/** Checks addresses. An endpoint, unlike an issuer, can have a query. */
function checkAddresses(node: SourceNode): readonly Diagnostic[] {
  return ['issuer', 'authorizationEndpoint', 'tokenEndpoint'].flatMap((key) => {
    const text = stringAt(node, key) ?? '';
    const [address = ''] = key === 'issuer' ? [text] : text.split('?', 1);
    const problem = text === '' ? undefined : (findPlaceholderProblem(text) ?? findIssuerProblem(address));
    return problem ? [report(childOf(node, key) ?? node, `\`${key}\` ${problem[0]}: ${text}`, problem[1])] : [];
  });
}

function report({ location }: SourceNode, message: string, help: string): Diagnostic {
  return createDiagnostic(authDiagnostics['invalid-auth'], location, message, { help });
}
