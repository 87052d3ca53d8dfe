import { isJsonObject } from './json-object.js';
const noParams = {};
/**
 * Sorts a parsed message. Arrays are invalid here: where batches are allowed, each entry is sorted on its own.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#messages
 */
export function classify(message) {
    if (!isJsonObject(message))
        return { kind: 'invalid', reason: 'a message must be a JSON object' };
    const { id, method, params = noParams } = message;
    if (method === undefined && ('result' in message || 'error' in message)) {
        return { kind: 'response', id, result: message['result'], error: message['error'] };
    }
    const reason = findFault(message);
    if (reason === undefined) {
        if (id === undefined)
            return { kind: 'notification', method: method, params: params };
        return { kind: 'request', id: id, method: method, params: params };
    }
    if (isRequestId(id))
        return { kind: 'invalid', id, reason };
    return id === undefined && method !== undefined ? { kind: 'ignored' } : { kind: 'invalid', reason };
}
function findFault(message) {
    const { jsonrpc, id, method, params } = message;
    if (jsonrpc !== '2.0')
        return '"jsonrpc" must be "2.0"';
    if (id !== undefined && !isRequestId(id))
        return '"id" must be a string or an integer up to 2^53 - 1';
    if (typeof method !== 'string')
        return '"method" must be a string';
    if (params !== undefined && !isJsonObject(params))
        return '"params" must be an object';
    return undefined;
}
/** Whether a value can be the id of a request; an integer beyond 2^53 - 1 could not be echoed as it came. */
export function isRequestId(value) {
    return typeof value === 'string' || Number.isSafeInteger(value);
}
/** The answer to a request that succeeded; `result` is the JSON text of an object. */
export function encodeResponse(id, result) {
    const head = `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},"result":`;
    return typeof result === 'string' ? `${head}${result}}` : [head, ...result, '}'];
}
/** A request of our own. */
export function encodeRequest(id, method, params) {
    return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}
/**
 * An error response. Without an id that could be read, it has no `id` member: clients reject `null`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-responses
 */
export function encodeError(id, code, message, data) {
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}
/** The error response for an error that was thrown, with this code; `data` that is not JSON is left out. */
export function encodeProtocolError(id, { message, data }, code) {
    try {
        return encodeError(id, code, message, data);
    }
    catch {
        return encodeError(id, code, message);
    }
}
/**
 * The code for an error that was thrown. Of the range that is kept for the specification only what it defines is allowed,
 * and -32002 and -32042 are legacy codes; what is not allowed becomes -32603.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export function allowedCode(code, isModern) {
    if (code === -32002 && isModern)
        return -32602;
    const isReserved = code <= -32020 && code >= -32099 && !(code === -32042 && !isModern);
    return Number.isSafeInteger(code) && (!isReserved || definedCodes.has(code)) ? code : -32603;
}
const definedCodes = new Set([-32020, -32021, -32022]);
/** A notification; `params` is the JSON text of an object. */
export function encodeNotification(method, params) {
    return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${params}}`;
}
