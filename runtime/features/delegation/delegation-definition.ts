/** Location of an authorization server: its issuer, whose metadata is fetched, or its endpoints. */
export interface ServerPlace {
  readonly issuer?: string;
  readonly tokenEndpoint?: string;
}

/** Client credentials of the server at an authorization server. */
export interface ClientAccount {
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: string;
}

/**
 * Exchange of the caller's access token for a token of the API. Strings can refer to environment variables as
 * `${NAME}`.
 */
export interface ExchangeDefinition extends ServerPlace, Required<ClientAccount> {
  /** `entra`: the on-behalf-of flow of Microsoft Entra ID. Default: RFC 8693. */
  readonly kind?: 'entra';
  readonly audience?: string;
  readonly resource?: string;
  readonly scopes?: readonly string[];
  /** Last part of a token type of RFC 8693. Default: `access_token`. */
  readonly requestedTokenType?: 'access_token' | 'jwt';
}

/**
 * Consent of the user on a page of the API's authorization server. Strings can refer to environment variables as
 * `${NAME}`.
 */
export interface ConsentDefinition extends ServerPlace, ClientAccount {
  readonly authorizationEndpoint?: string;
  readonly scopes?: readonly string[];
  /** Additional parameters of the authorization request, by name. */
  readonly parameters?: { readonly [name: string]: string };
}

/** Client credentials of the server at an issuer of access tokens, for logins on the consent screens. */
export interface LoginDefinition extends ClientAccount {
  readonly issuer: string;
  /** Scopes of this server: users are identified by an access token for this server instead of an ID token. */
  readonly scopes?: readonly string[];
  /** Additional parameters of the authorization request, by name. */
  readonly parameters?: { readonly [name: string]: string };
}
