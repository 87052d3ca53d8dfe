import { isJsonObject } from '../protocol/json-object.js';
import { AnswerFault } from './answer-fault.js';
/**
 * Checks what a block of content holds besides text.
 *
 * @param path Where the block stands, for the message.
 * @throws AnswerFault for bytes that are no Base64, a media type or a URI that is none.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#image-content
 */
export function checkBlock(block, path) {
    const { type, resource } = block;
    if (type === 'image' || type === 'audio') {
        checkBase64(block['data'], `${path}.data`);
        checkMediaType(block['mimeType'], `${path}.mimeType`);
    }
    if (type === 'resource_link')
        checkUri(block['uri'], `${path}.uri`);
    if (type === 'resource' && isJsonObject(resource))
        checkContents(resource, `${path}.resource`);
}
/**
 * Checks the contents of a resource.
 *
 * @throws AnswerFault as {@link checkBlock} does.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-contents
 */
export function checkContents({ uri, mimeType, blob }, path) {
    checkUri(uri, `${path}.uri`);
    if (mimeType !== undefined)
        checkMediaType(mimeType, `${path}.mimeType`);
    if (blob !== undefined)
        checkBase64(blob, `${path}.blob`);
}
function checkBase64(value, path) {
    const isGood = typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/u.test(value);
    if (!isGood)
        throw new AnswerFault(`${path} must be bytes or Base64`);
}
function checkMediaType(value, path) {
    if (typeof value === 'string' && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;.*)?$/su.test(value))
        return;
    throw new AnswerFault(`${path} must be a media type such as image/png`);
}
function checkUri(value, path) {
    if (typeof value === 'string' && /^[A-Za-z][A-Za-z\d+.-]*:[^\s]*$/u.test(value))
        return;
    throw new AnswerFault(`${path} must be an absolute URI`);
}
