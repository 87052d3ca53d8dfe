import type { Environment, ForwardApi, ForwardOperation } from './forward-definition.js';
import type { Pair } from './serialize-style.js';
/** What proves to an API who calls. */
export interface Credentials {
    readonly headers: readonly Pair[];
    readonly query: readonly Pair[];
    readonly cookies: readonly Pair[];
    /** All of it that nobody must see. */
    readonly secrets: readonly string[];
    /** Gives up the access token, which the API refused; present when another one can be had. */
    readonly renew?: () => void;
}
/** Looks up credentials; `getToken` gets those of OAuth 2 client credentials. */
export interface CredentialSource {
    readonly environment: Environment;
    readonly getToken: (grant: TokenGrant) => Promise<{
        readonly token: string;
        readonly forget: () => void;
    }>;
}
/** What an access token is asked for with. */
export interface TokenGrant {
    readonly tokenUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** Sorted. */
    readonly scopes: readonly string[];
}
/**
 * The credentials for an operation: those of the first alternative that are all set; nothing where that is an alternative.
 *
 * @throws ForwardError that names the environment variables to set.
 */
export declare function findCredentials(api: ForwardApi, { security }: ForwardOperation, source: CredentialSource): Promise<Credentials>;
