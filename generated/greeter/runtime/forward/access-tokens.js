import { encodeBase64 } from '../protocol/base64.js';
import { isJsonObject } from '../protocol/json-object.js';
import { startDeadline } from './deadline.js';
import { ForwardError } from './forward-error.js';
import { maskSecrets } from './mask-secrets.js';
import { percentEncode } from './percent-encode.js';
import { readBody } from './read-body.js';
const requestMs = 30_000;
const maxBytes = 65_536;
/** A token is not used for the last seconds of its life: the call that it is for takes time, too. */
const marginMs = 10_000;
/** Access tokens of OAuth 2 client credentials, kept until they expire; all calls that need one wait for one request. */
export class AccessTokens {
    #tokens = new Map();
    /**
     * @param base What the URL of the token endpoint may be relative to.
     * @throws ForwardError when the token endpoint gives none.
     * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.4
     */
    async get(asked, base) {
        const grant = { ...asked, tokenUrl: resolve(asked.tokenUrl, base) };
        const key = JSON.stringify(grant);
        let pending = this.#tokens.get(key) ?? this.#request(key, grant);
        if ((await pending).expiresAt <= Date.now()) {
            // Another call may have been faster.
            pending = this.#tokens.get(key) === pending ? this.#request(key, grant) : (this.#tokens.get(key) ?? pending);
        }
        const { token } = await pending;
        const used = pending;
        return {
            token,
            forget: () => {
                if (this.#tokens.get(key) === used)
                    this.#tokens.delete(key);
            },
        };
    }
    #request(key, grant) {
        const pending = requestToken(grant);
        this.#tokens.set(key, pending);
        pending.catch(() => {
            if (this.#tokens.get(key) === pending)
                this.#tokens.delete(key);
        });
        return pending;
    }
}
/** Client and secret go into a header, as all servers have to know; what some of those that do not know it want is tried then. */
async function requestToken(grant) {
    const first = await postGrant(grant, 'header');
    const answer = first.status === 400 || first.status === 401 ? await postGrant(grant, 'body') : first;
    const { status, json } = answer;
    const { access_token: token, expires_in: seconds } = isJsonObject(json) ? json : {};
    if (status === 200 && typeof token === 'string' && token !== '') {
        const lifetime = Number(seconds ?? Number.NaN) * 1000;
        const expiresAt = Number.isNaN(lifetime) ? Infinity : Date.now() + Math.max(lifetime - marginMs, lifetime / 2);
        return { token, expiresAt };
    }
    const { error, error_description: description } = isJsonObject(json) ? json : {};
    const reason = [error, description].filter((part) => typeof part === 'string').join(': ') || `status ${status}`;
    throw new ForwardError(maskSecrets(`No access token from ${grant.tokenUrl}: ${reason.slice(0, 500)}`, [grant.clientSecret]));
}
/** @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
async function postGrant({ tokenUrl, clientId, clientSecret, scopes }, place) {
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (scopes.length > 0)
        form.set('scope', scopes.join(' '));
    const headers = {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
    };
    if (place === 'body') {
        form.set('client_id', clientId);
        form.set('client_secret', clientSecret);
    }
    else {
        const pair = new TextEncoder().encode(`${percentEncode(clientId)}:${percentEncode(clientSecret)}`);
        headers['authorization'] = `Basic ${encodeBase64(pair)}`;
    }
    const deadline = startDeadline(requestMs);
    try {
        const response = await fetch(tokenUrl, {
            method: 'POST',
            headers,
            body: form.toString(),
            redirect: 'manual',
            signal: deadline.signal,
        });
        const { bytes } = await readBody(response, maxBytes);
        return { status: response.status, json: parse(bytes) };
    }
    catch {
        throw new ForwardError(`No access token: ${tokenUrl} cannot be reached`);
    }
    finally {
        deadline.stop();
    }
}
function resolve(tokenUrl, base) {
    try {
        return new URL(tokenUrl, `${base}/`).href;
    }
    catch {
        throw new ForwardError(`No access token: ${tokenUrl} is no URL`);
    }
}
function parse(bytes) {
    try {
        return JSON.parse(new TextDecoder().decode(bytes));
    }
    catch {
        return undefined;
    }
}
