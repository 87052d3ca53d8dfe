import { isEndpoint, Issuer, type EndpointMember } from '../auth/issuer.js';
import { IssuerError } from '../auth/fetch-json.js';
import { isSecureUrl } from '../auth/secure-url.js';
import { percentEncode } from '../../core/results/percent-encode.js';
import { encodeBase64 } from '../../wire/base64.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { parseJson } from '../../wire/parse-json.js';
import { readStream } from '../../wire/read-stream.js';
import type { ClientAccount, ServerPlace } from './delegation-definition.js';

const requestMs = 10_000;
const maxBytes = 65_536;

/** Parameters of a token request. A name can occur several times; each occurrence is sent. */
export type TokenParameters = readonly (readonly [name: string, value: string])[];

/** Response of a token endpoint. */
export interface TokenResponse {
  readonly status: number;
  readonly json: JsonObject;
}

/** Authorization server of an API, where this server is a registered client. */
export class AuthorizationServer {
  /** The issuer, if known. */
  readonly issuer: Issuer | undefined;
  readonly account: ClientAccount;
  readonly #endpoints: { readonly [member in EndpointMember]?: string | undefined };
  /**
   * Location of the client ID and secret in requests. Some servers do not accept the header, although the standard requires
   * it.
   */
  #place: 'header' | 'body';

  /**
   * @param place Initial location of the client ID and secret. Default: in a header.
   * @throws TypeError for a URL that is not secure.
   */
  constructor(
    { issuer, tokenEndpoint, authorizationEndpoint }: ServerPlace & { readonly authorizationEndpoint?: string },
    account: ClientAccount,
    place: 'header' | 'body' = 'header',
  ) {
    for (const url of [issuer, tokenEndpoint, authorizationEndpoint]) {
      if (url === undefined || (url === issuer ? isSecureUrl(url) : isEndpoint(url))) continue;
      throw new TypeError(`The URL of an authorization server must begin with https: ${url}`);
    }
    this.issuer = issuer === undefined ? undefined : new Issuer(issuer);
    this.account = account;
    this.#endpoints = { token_endpoint: tokenEndpoint, authorization_endpoint: authorizationEndpoint };
    this.#place = account.clientSecret === undefined ? 'body' : place;
  }

  /**
   * Returns the URL of an endpoint, from the definition or otherwise from the issuer's metadata.
   *
   * @throws IssuerError if there is none.
   */
  async findEndpoint(member: 'authorization_endpoint' | 'token_endpoint'): Promise<string> {
    const configured = this.#endpoints[member];
    if (configured !== undefined) return configured;
    if (this.issuer === undefined) throw new IssuerError(`No \`${member}\` is known`);
    return this.issuer.findEndpoint(member);
  }

  /** Whether responses of the authorization endpoint always specify the issuer (RFC 9207). */
  async namesIssuer(): Promise<boolean> {
    return (await this.issuer?.readMetadata())?.['authorization_response_iss_parameter_supported'] === true;
  }

  /**
   * Sends a token request. Does not follow redirects; waits at most 10 s and reads at most 64 KiB. If the client is
   * rejected, retries once with the client ID and secret in the body.
   *
   * @throws IssuerError if the endpoint does not respond with a JSON object. The message contains no parameters.
   * @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
   */
  async requestToken(parameters: TokenParameters): Promise<TokenResponse> {
    const url = await this.findEndpoint('token_endpoint');
    const first = await this.#post(url, parameters, this.#place);
    if (this.#place === 'body' || !isClientRefused(first)) return first;
    const second = await this.#post(url, parameters, 'body');
    if (!isClientRefused(second)) this.#place = 'body';
    return second;
  }

  async #post(url: string, parameters: TokenParameters, place: 'header' | 'body'): Promise<TokenResponse> {
    const { clientId, clientSecret = '' } = this.account;
    const form = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));
    const headers: Record<string, string> = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    };
    if (place === 'body') {
      form.set('client_id', clientId);
      if (clientSecret !== '') form.set('client_secret', clientSecret);
    } else {
      const pair = new TextEncoder().encode(`${percentEncode(clientId)}:${percentEncode(clientSecret)}`);
      headers['authorization'] = `Basic ${encodeBase64(pair)}`;
    }
    const signal = AbortSignal.timeout(requestMs);
    const request: RequestInit = { method: 'POST', headers, body: form.toString(), redirect: 'manual', signal };
    try {
      const response = await fetch(url, request);
      const { bytes, isCut } = await readStream(response.body, maxBytes);
      const json = isCut ? undefined : readObject(bytes);
      if (json !== undefined) return { status: response.status, json };
      const what = isCut ? 'a response that is too long' : 'something other than a JSON object';
      throw new IssuerError(`${url} responded with status ${response.status} and ${what}`);
    } catch (error) {
      if (error instanceof IssuerError) throw error;
      throw new IssuerError(`${url} did not respond`);
    }
  }
}

/** Error codes for a rejected client. GitHub uses its own code. */
const refusals = new Set<unknown>(['invalid_client', 'incorrect_client_credentials']);

function isClientRefused({ status, json }: TokenResponse): boolean {
  return status === 401 || refusals.has(json['error']);
}

function readObject(bytes: Uint8Array): JsonObject | undefined {
  try {
    const json = parseJson(new TextDecoder().decode(bytes));
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
