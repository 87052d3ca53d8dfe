import { hashText } from '../../wire/hash-text.js';
import { IssuerError } from '../auth/fetch-json.js';
import type { AuthorizationServer, TokenResponse } from './authorization-server.js';
import { randomText } from './random-text.js';

/** State of an authorization code flow between its start and its end. */
export interface CodeRequest {
  readonly verifier: string;
  readonly nonce: string;
}

/** Parameters of an authorization request. */
export interface CodeParameters {
  readonly redirectUri: string;
  readonly state: string;
  readonly scopes: readonly string[];
  /** Additional parameters, by name; they do not replace parameters of the flow. */
  readonly parameters?: { readonly [name: string]: string };
  /** Whether the response has an ID token, which contains a nonce. */
  readonly hasNonce: boolean;
}

/**
 * Begins an authorization code flow with PKCE.
 *
 * @returns The URL to redirect the browser to, and the state to keep.
 * @see https://www.rfc-editor.org/rfc/rfc7636#section-4
 */
export async function beginCode(
  server: AuthorizationServer,
  { redirectUri, state, scopes, parameters = {}, hasNonce }: CodeParameters,
): Promise<{ readonly url: string; readonly request: CodeRequest }> {
  const request = { verifier: randomText(), nonce: randomText() };
  const url = new URL(await server.findEndpoint('authorization_endpoint'));
  const flowParameters = {
    response_type: 'code',
    client_id: server.account.clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: await hashText(request.verifier),
    code_challenge_method: 'S256',
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    ...(hasNonce ? { nonce: request.nonce } : {}),
  };
  for (const [name, value] of Object.entries({ ...parameters, ...flowParameters })) url.searchParams.set(name, value);
  return { url: url.href, request };
}

/** Ends an authorization code flow: exchanges the code. */
export function endCode(
  server: AuthorizationServer,
  { verifier }: CodeRequest,
  code: string,
  redirectUri: string,
): Promise<TokenResponse> {
  return server.requestToken([
    ['grant_type', 'authorization_code'],
    ['code', code],
    ['redirect_uri', redirectUri],
    ['code_verifier', verifier],
  ]);
}

/**
 * Checks that the response of an authorization endpoint comes from the expected server.
 *
 * @throws IssuerError for a response from a different issuer.
 * @see https://www.rfc-editor.org/rfc/rfc9207#section-2.4
 */
export async function checkSender(server: AuthorizationServer, response: URLSearchParams): Promise<void> {
  const named = response.get('iss');
  const { issuer } = server;
  const isMissing = named === null && (await server.namesIssuer());
  const isOther = named !== null && issuer !== undefined && named !== issuer.url;
  if (isMissing || isOther) throw new IssuerError('The response comes from a different authorization server');
}
