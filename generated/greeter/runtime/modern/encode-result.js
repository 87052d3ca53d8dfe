import { describeServer } from '../describe-server.js';
import { wrapMembers } from '../results/result-body.js';
const serverKey = 'io.modelcontextprotocol/serverInfo';
const serverTexts = new WeakMap();
/**
 * JSON text of a result: with its type, with the server in `_meta` and, where it can be cached, how long.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#result-responses
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
 */
export function encodeResult(service, revision, { members, meta, cache, resultType }) {
    const hints = cache === undefined ? '' : `,"ttlMs":${cache.ttlMs},"cacheScope":"${cache.scope}"`;
    return wrapMembers(`"resultType":"${resultType ?? 'complete'}"${members.length === 0 ? '' : ','}`, members, `${hints},"_meta":{${encodeOwnMeta(meta)}"${serverKey}":${serverText(service, revision)}}`);
}
/** Members of the handler's `_meta`; the key that the protocol owns is not the handler's to set. */
function encodeOwnMeta(meta) {
    if (meta === undefined)
        return '';
    const text = JSON.stringify({ ...meta, [serverKey]: undefined }).slice(1, -1);
    return text === '' ? '' : `${text},`;
}
function serverText(service, revision) {
    const texts = serverTexts.get(service) ?? new Map();
    serverTexts.set(service, texts);
    const text = texts.get(revision) ?? JSON.stringify(describeServer(service.identity, revision));
    texts.set(revision, text);
    return text;
}
