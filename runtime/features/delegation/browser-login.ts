import type { AccessControl } from '../../core/api/auth.js';
import { IssuerError } from '../auth/fetch-json.js';
import { AuthorizationServer } from './authorization-server.js';
import { endCode, type CodeRequest } from './code-request.js';
import type { LoginDefinition } from './delegation-definition.js';
import { readSubject } from './read-id-token.js';
import { readToken } from './read-token.js';

/** Login of a browser's user at the issuer of access tokens. */
export class BrowserLogin {
  readonly server: AuthorizationServer;
  readonly issuer: string;
  /** Parameters of the authorization request. */
  readonly flow: Pick<Required<LoginDefinition>, 'scopes' | 'parameters'> & { readonly hasNonce: boolean };
  readonly #access: AccessControl;

  /** @param definition Definition in which environment variables are replaced with their values. */
  constructor(definition: LoginDefinition, access: AccessControl) {
    const { issuer, scopes, parameters = {} } = definition;
    this.server = new AuthorizationServer({ issuer }, definition);
    this.issuer = issuer;
    this.flow = { scopes: scopes ?? ['openid'], parameters, hasNonce: scopes === undefined };
    this.#access = access;
  }

  /**
   * Returns the subject of the user who has logged in.
   *
   * @throws IssuerError if it cannot be determined.
   */
  async readUser(request: CodeRequest, code: string, redirectUri: string): Promise<string> {
    const response = await endCode(this.server, request, code, redirectUri);
    const { accessToken } = readToken(response, await this.server.findEndpoint('token_endpoint'));
    if (this.flow.hasNonce) {
      const { clientId } = this.server.account;
      return readSubject(response.json['id_token'], { issuer: this.issuer, clientId, nonce: request.nonce });
    }
    const user = await this.#access.verifyToken(accessToken);
    if (user?.subject !== undefined && user.issuer === this.issuer) return user.subject;
    throw new IssuerError(`${this.issuer} issued an access token that is not for this server`);
  }
}
