import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RecordedRequest, RecordingServer } from '../forward/recording-server.js';
import { answerWith, readForm } from './shop.js';

/** Authorization of a user that waits for its code to be exchanged. */
interface Pending {
  readonly user: string;
  readonly parameters: URLSearchParams;
}

/** Authorization server for the code flow, written by hand. The user is the one that the browser names in `x-user`. */
export class CodeServer {
  readonly recorder: RecordingServer;
  /** Named in answers and in ID tokens. */
  issuer: string | undefined;
  /** Members of the answer of the token endpoint that replace the usual ones. */
  granted: { readonly [name: string]: unknown } = {};
  /** Claims of ID tokens that replace the usual ones. */
  /** JSON text of the header of ID tokens. */
  idTokenHeader = '{"alg":"ES256"}';
  claims: { readonly [name: string]: unknown } = {};
  /** Error of the authorization endpoint. */
  refusal: string | undefined;
  /** Parameters of all authorization requests. */
  readonly asked: URLSearchParams[] = [];
  /** Refresh tokens that are accepted, with their user. */
  readonly refreshTokens = new Map<string, string>();
  readonly #codes = new Map<string, Pending>();
  #count = 0;

  constructor(recorder: RecordingServer) {
    this.recorder = recorder;
    recorder.answer = (request, response) => this.#answer(request, response);
  }

  /** Parameters of the requests at the token endpoint. */
  get exchanged(): readonly { readonly [name: string]: string }[] {
    return this.recorder.requests.filter(({ method }) => method === 'POST').map(readForm);
  }

  #answer(request: RecordedRequest, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.target, 'http://server');
    if (pathname === '/authorize') this.#authorize(request, searchParams, response);
    else if (pathname === '/token') this.#exchange(request, response);
    else response.writeHead(404).end();
  }

  #authorize({ headers }: RecordedRequest, parameters: URLSearchParams, response: ServerResponse): void {
    this.asked.push(parameters);
    const target = new URL(parameters.get('redirect_uri') ?? '');
    target.searchParams.set('state', parameters.get('state') ?? '');
    if (this.issuer !== undefined) target.searchParams.set('iss', this.issuer);
    if (this.refusal === undefined) {
      const code = randomUUID();
      this.#codes.set(code, { user: String(headers['x-user']), parameters });
      target.searchParams.set('code', code);
    } else {
      target.searchParams.set('error', this.refusal);
    }
    response.writeHead(302, { Location: target.href }).end();
  }

  #exchange(request: RecordedRequest, response: ServerResponse): void {
    const form = readForm(request);
    const { grant_type: grant, code = '', code_verifier: verifier = '', refresh_token: refresh = '' } = form;
    if (grant === 'refresh_token') {
      const user = this.refreshTokens.get(refresh);
      // Each refresh token is valid once.
      this.refreshTokens.delete(refresh);
      if (user === undefined) answerWith(400, { error: 'invalid_grant' })(request, response);
      else answerWith(200, this.#grant(user))(request, response);
      return;
    }
    const pending = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const isRight =
      pending?.parameters.get('code_challenge') === challenge &&
      pending.parameters.get('redirect_uri') === form['redirect_uri'];
    if (pending === undefined || !isRight) answerWith(400, { error: 'invalid_grant' })(request, response);
    else answerWith(200, this.#grant(pending.user, pending.parameters))(request, response);
  }

  #grant(user: string, parameters?: URLSearchParams): object {
    this.#count += 1;
    const refreshToken = `refresh-${this.#count}-of-${user}`;
    this.refreshTokens.set(refreshToken, user);
    const isLogin = parameters?.get('scope')?.includes('openid') === true;
    return {
      access_token: `access-${this.#count}-of-${user}`,
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: 3600,
      ...(isLogin ? { id_token: this.#signIn(user, parameters) } : {}),
      ...this.granted,
    };
  }

  #signIn(user: string, parameters: URLSearchParams): string {
    const claims = {
      iss: this.issuer,
      sub: user,
      aud: parameters.get('client_id'),
      exp: Math.floor(Date.now() / 1000) + 300,
      nonce: parameters.get('nonce'),
      ...this.claims,
    };
    return [this.idTokenHeader, JSON.stringify(claims), 'signature']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
  }
}
