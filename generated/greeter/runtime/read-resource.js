import { isJsonObject } from './json-object.js';
import { listCacheHints } from './lists.js';
import { matchUri } from './match-uri.js';
import { invalidParams, messageOf, NotFoundError, ProtocolError } from './protocol-error.js';
import { formatReport } from './report.js';
import { encodeBase64 } from './results/base64.js';
import { encodeContents } from './results/encode-content.js';
import { revisionFeatures } from './revisions.js';
/** What a handler reads may depend on who asks. */
const handlerCacheHints = { ttlMs: 0, scope: 'private' };
/**
 * Answers `resources/read`: the resource with exactly this URI, else the first template that matches it.
 *
 * @throws ProtocolError -32602 without a URI; the revision's code for a resource that does not exist; -32603 when the
 * handler fails or answers with what are no contents.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#reading-resources
 */
export async function readResource(service, params, context) {
    const { uri } = params;
    if (typeof uri !== 'string')
        throw invalidParams('Invalid params: "uri" must be a string');
    const source = findSource(service, uri, context);
    try {
        const answer = await source?.read();
        if (source === undefined || answer === undefined)
            throw new NotFoundError();
        return { members: encodeAnswer(answer, uri, source.mimeType, context.revision), cache: source.cache };
    }
    catch (error) {
        if (error instanceof ProtocolError)
            throw error;
        if (error instanceof NotFoundError) {
            throw new ProtocolError(revisionFeatures[context.revision].resourceNotFoundCode, 'Resource not found', { uri });
        }
        if (!context.isClosed)
            service.report(formatReport(`RESOURCE: ${uri}`, messageOf(error)));
        throw new ProtocolError(-32603, messageOf(error));
    }
}
function findSource(service, uri, context) {
    const resource = service.resources.get(uri);
    if (resource !== undefined) {
        const { definition, handler } = resource;
        if (handler === undefined) {
            return {
                mimeType: definition.mimeType,
                cache: listCacheHints(service.definition),
                read: () => definition.content?.(),
            };
        }
        return { mimeType: definition.mimeType, cache: handlerCacheHints, read: () => handler(uri, context) };
    }
    for (const { definition, handler } of service.resourceTemplates) {
        const variables = matchUri(definition.matcher, uri);
        if (variables === undefined)
            continue;
        const read = () => handler(variables, context.forUri(uri));
        return { mimeType: definition.mimeType, cache: handlerCacheHints, read };
    }
    return undefined;
}
function encodeAnswer(answer, uri, mimeType, revision) {
    const items = Array.isArray(answer) ? answer : [answer];
    const encoded = items.map((item) => encodeContents(toContents(item, uri, mimeType), revision));
    return `"contents":[${encoded.join(',')}]`;
}
function toContents(item, uri, mimeType) {
    if (typeof item === 'string')
        return { uri, mimeType, text: item };
    if (item instanceof Uint8Array)
        return { uri, mimeType, blob: encodeBase64(item) };
    if (!isJsonObject(item))
        throw new Error('Resource read failed');
    const { text, blob, _meta } = item;
    const own = { uri: item['uri'] ?? uri, mimeType: item['mimeType'] ?? mimeType };
    if (typeof text === 'string')
        return { ...own, text, _meta };
    if (typeof blob === 'string')
        return { ...own, blob, _meta };
    if (blob instanceof Uint8Array)
        return { ...own, blob: encodeBase64(blob), _meta };
    throw new Error('Resource read failed');
}
