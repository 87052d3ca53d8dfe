import { messageOf } from '../protocol/protocol-error.js';
import { text } from '../api/builders.js';
import { AccessTokens } from './access-tokens.js';
import { buildRequest } from './build-request.js';
import { findCredentials } from './credentials.js';
import { startDeadline } from './deadline.js';
import { decodeAnswer, decodeText, decodeTextAnswer } from './decode-answer.js';
import { readProcessEnvironment } from './environment.js';
import { ForwardError } from './forward-error.js';
import { maskSecrets } from './mask-secrets.js';
import { readMediaType } from './media-type.js';
import { isKnownToFit, readBody } from './read-body.js';
import { resolveServer } from './resolve-server.js';
import { readLocation, readRetryAfter, sendRequest } from './send-request.js';
const defaultTimeoutMs = 30_000;
const defaultMaxResponseBytes = 8 * 1024 * 1024;
/** Bytes of an error that are read, and characters that are shown. */
const maxErrorBytes = 65_536;
const maxErrorCharacters = 4000;
const tokens = new AccessTokens();
/**
 * Calls an operation of an API.
 *
 * @throws ForwardError when it cannot be called, takes too long or answers with an error; the reason of `signal`.
 */
export async function callApi(api, operation, { environment = readProcessEnvironment() }, input, signal) {
    const base = resolveServer(api, operation.server ?? api.server, environment);
    const parts = buildRequest(api, operation, input);
    const getCredentials = () => findCredentials(api, operation, { environment, getToken: (grant) => tokens.get(grant, base) });
    let credentials = await getCredentials();
    const deadline = startDeadline(operation.timeoutMs ?? api.timeoutMs ?? defaultTimeoutMs, signal);
    try {
        const send = () => sendRequest(complete(operation, base, parts, credentials), deadline);
        let response = await send();
        if (response.status === 401 && credentials.renew !== undefined) {
            credentials.renew();
            credentials = await getCredentials();
            response = await send();
        }
        return await readAnswer(api, operation, response, () => joinUrl(base, parts.path, parts.query), credentials);
    }
    catch (error) {
        throw explain(error, api, operation, base, credentials, deadline, signal);
    }
    finally {
        deadline.stop();
    }
}
/** Puts the credentials in, over what arguments of the same name say. */
function complete({ method, accept }, base, { path, query, headers, cookies, body }, credentials) {
    const allCookies = override(cookies, credentials.cookies);
    return {
        method,
        url: joinUrl(base, path, override(query, credentials.query)),
        headers: Object.fromEntries([
            ...headers,
            ...(accept === undefined ? [] : [['accept', accept.join(', ')]]),
            ...(body === undefined ? [] : [['content-type', body.contentType]]),
            ...(allCookies.length === 0 ? [] : [['cookie', allCookies.map((pair) => pair.join('=')).join('; ')]]),
            ...credentials.headers,
        ]),
        body: body?.content,
    };
}
function override(given, added) {
    if (added.length === 0)
        return given;
    const names = new Set(added.map(([name]) => name));
    return [...given.filter(([name]) => !names.has(name)), ...added];
}
function joinUrl(base, path, query) {
    if (query.length === 0)
        return base + path;
    return `${base}${path}${path.includes('?') ? '&' : '?'}${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
}
async function readAnswer(api, operation, response, showUrl, credentials) {
    if (!response.ok)
        return readFailure(operation, response, showUrl(), credentials);
    const type = readMediaType(response.headers.get('content-type'));
    const maxBytes = api.maxResponseBytes ?? defaultMaxResponseBytes;
    // The short way costs a tenth of the whole call less.
    const isText = (type.kind === 'json' || type.kind === 'text') && type.charset === 'utf-8';
    if (isText && isKnownToFit(response, maxBytes))
        return decodeTextAnswer(await response.text(), type);
    const { bytes, isCut } = await readBody(response, maxBytes);
    if (!isCut)
        return decodeAnswer(bytes, type, showUrl());
    throw new ForwardError(`${describe(operation)} was answered with more than ${maxBytes} bytes: ask for less`, response.status);
}
async function readFailure(operation, response, url, { secrets }) {
    const target = readLocation(response, url);
    if (target !== undefined && operation.answersRedirect === true)
        return { kind: 'result', result: text(target.href) };
    const type = readMediaType(response.headers.get('content-type'));
    const { bytes } = await readBody(response, maxErrorBytes);
    const isShown = type.kind === 'json' || type.kind === 'text' || type.kind === 'unknown';
    const body = isShown ? maskSecrets(decodeText(bytes, type), secrets).slice(0, maxErrorCharacters) : '';
    const retryAfter = readRetryAfter(response);
    const lines = [
        maskSecrets(`${describe(operation)} was answered with ${response.status} ${response.statusText}`, secrets).trim(),
        ...(target === undefined
            ? []
            : [`It leads to ${maskSecrets(target.href, secrets)}, which is not followed: that is another server`]),
        ...(retryAfter === undefined ? [] : [`Try again in ${Math.ceil(retryAfter / 1000)} s`]),
        ...(body === '' ? [] : [body]),
    ];
    throw new ForwardError(lines.join('\n'), response.status, parse(body));
}
function parse(body) {
    try {
        return JSON.parse(body);
    }
    catch {
        return body === '' ? undefined : body;
    }
}
function describe({ method, path }) {
    return `${method} ${path.map((piece) => (typeof piece === 'string' ? piece : `{${piece.name}}`)).join('')}`;
}
/** What went wrong, in words that help and without credentials. */
function explain(error, api, operation, base, { secrets }, deadline, signal) {
    if (error instanceof ForwardError)
        return error;
    if (deadline.isOver()) {
        const limit = operation.timeoutMs ?? api.timeoutMs ?? defaultTimeoutMs;
        return new ForwardError(`The ${api.name} API did not answer ${describe(operation)} within ${limit} ms`);
    }
    if (signal.aborted)
        return signal.reason;
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : messageOf(cause);
    return new ForwardError(`The ${api.name} API cannot be reached at ${base}: ${maskSecrets(code, secrets)}`);
}
