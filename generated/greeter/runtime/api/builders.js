import { encodeBase64 } from '../protocol/base64.js';
import { ToolResult } from './tool-result.js';
export { ToolResult };
/**
 * A text.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#text-content
 */
export function text(value, options) {
    return oneBlock({ type: 'text', text: value }, options);
}
/**
 * A failure, with a message that helps the model to do better. Inside {@link results} it is a text like any other.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#error-handling
 */
export function error(message) {
    return new ToolResult({ content: [{ type: 'text', text: message }], isError: true });
}
/**
 * An image: bytes, or Base64 of them.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#image-content
 */
export function image(data, mimeType, options) {
    return oneBlock({ type: 'image', data: toBase64(data), mimeType }, options);
}
/**
 * A sound: bytes, or Base64 of them. Revision 2024-11-05 gets a text that says so instead.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#audio-content
 */
export function audio(data, mimeType, options) {
    return oneBlock({ type: 'audio', data: toBase64(data), mimeType }, options);
}
/**
 * A link to a resource that the client may read. Revisions before 2025-06-18 get its name and URI as a text.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#resource-links
 */
export function resourceLink(uri, name, details) {
    return oneBlock({ type: 'resource_link', uri, name }, details);
}
/**
 * A resource with its contents.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#embedded-resources
 */
export function embeddedResource(contents, options) {
    const resource = 'blob' in contents ? { ...contents, blob: toBase64(contents.blob) } : contents;
    return oneBlock({ type: 'resource', resource }, options);
}
/**
 * A structured value, checked against the output schema where there is one.
 *
 * @param items Content to show instead of the value's JSON text.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#structured-content
 */
export function structured(value, items) {
    if (items === undefined)
        return new ToolResult({ content: [], structured: { value }, isMirrored: true });
    return new ToolResult({ content: items.flatMap(blocksOf), structured: { value } });
}
/** Several pieces of content, in order; none is fine, too. */
export function results(items) {
    return new ToolResult({ content: items.flatMap(blocksOf) });
}
/**
 * A result with `_meta`. Keys that start with `io.modelcontextprotocol/` belong to the protocol.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export function withMeta(result, meta) {
    const parts = ToolResult.partsOf(result);
    if (parts === undefined)
        throw new TypeError('withMeta() needs a result made with a builder');
    return new ToolResult({ ...parts, meta: { ...parts.meta, ...meta } });
}
function oneBlock(block, options) {
    if (options === undefined)
        return new ToolResult({ content: [block] });
    const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
    return new ToolResult({ content: [{ ...block, ...Object.fromEntries(given) }] });
}
function blocksOf(item) {
    if (typeof item === 'string')
        return [{ type: 'text', text: item }];
    const parts = ToolResult.partsOf(item);
    if (parts === undefined)
        throw new TypeError('An item of a result must be a string or made with a builder');
    if (parts.structured !== undefined)
        throw new TypeError('A structured result cannot be part of another result');
    return parts.content;
}
function toBase64(data) {
    return typeof data === 'string' ? data : encodeBase64(data);
}
