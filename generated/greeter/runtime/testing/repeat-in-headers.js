import { encodeBase64 } from '../protocol/base64.js';
import { isJsonObject } from '../protocol/json-object.js';
/**
 * The headers in which a modern request says again what its body says. Tools have to be loaded.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#standard-request-headers
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export function repeatInHeaders({ tools }, revision, { method, params }) {
    const { name, uri, taskId, arguments: values } = isJsonObject(params) ? params : {};
    const named = uri ?? taskId ?? name;
    const tool = method === 'tools/call' ? tools?.get(String(name)) : undefined;
    const repeated = (tool?.definition.headers ?? []).map((header) => [`Mcp-Param-${header.name}`, valueAt(values, header)]);
    return {
        'MCP-Protocol-Version': revision,
        'Mcp-Method': String(method),
        ...(named === undefined ? {} : { 'Mcp-Name': encodeHeaderValue(String(named)) }),
        ...Object.fromEntries(repeated
            .filter(([, value]) => isRepeated(value))
            .map(([name, value]) => [name, encodeHeaderValue(String(value))])),
    };
}
/**
 * A value as a header may hold it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding
 */
function encodeHeaderValue(value) {
    if (/^[!-~](?:[ -~]*[!-~])?$/u.test(value) && !value.startsWith('=?base64?'))
        return value;
    return `=?base64?${encodeBase64(new TextEncoder().encode(value))}?=`;
}
function isRepeated(value) {
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
function valueAt(values, { path }) {
    return path.reduce((found, name) => (isJsonObject(found) ? found[name] : undefined), values);
}
