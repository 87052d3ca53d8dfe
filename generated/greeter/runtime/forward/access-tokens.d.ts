import type { TokenGrant } from './credentials.js';
/** Access tokens of OAuth 2 client credentials, kept until they expire; all calls that need one wait for one request. */
export declare class AccessTokens {
    #private;
    /**
     * @param base What the URL of the token endpoint may be relative to.
     * @throws ForwardError when the token endpoint gives none.
     * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.4
     */
    get(asked: TokenGrant, base: string): Promise<{
        readonly token: string;
        readonly forget: () => void;
    }>;
}
