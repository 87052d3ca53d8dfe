import { isJsonObject } from '../protocol/json-object.js';
import { claimedVersion } from '../modern/caller.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import { modernRevisions } from '../protocol/revisions.js';
import { decodeHeaderValue } from './header-value.js';
/**
 * Checks that the headers of a modern request say what its body says: proxies go by the headers.
 *
 * @throws ProtocolError -32020 for headers that are missing, malformed or different; -32022 when they agree on a version
 * that is not supported.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation
 */
export function checkHeaders(http, { method, params }) {
    checkVersion(http.read('mcp-protocol-version'), claimedVersion(params));
    const sentMethod = http.read('mcp-method');
    if (sentMethod !== method)
        throw mismatch('Mcp-Method', sentMethod, method);
    const source = nameSource(method);
    if (source !== undefined)
        checkName(http.read('mcp-name'), params[source]);
}
/**
 * Checks that the headers of a call repeat the arguments that they have to. Tools have to be loaded.
 *
 * @throws ProtocolError -32020 for headers that are missing, malformed or different.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export function checkParameters({ tools }, http, { params }) {
    const headers = tools?.get(String(params['name']))?.definition.headers ?? [];
    const values = isJsonObject(params['arguments']) ? params['arguments'] : {};
    for (const header of headers)
        checkParameter(http, header, values);
}
function checkVersion(sent, claimed) {
    if (sent === undefined)
        throw mismatch('MCP-Protocol-Version', sent, claimed);
    // A body without a version is not contradicted; what it lacks is another error.
    if (typeof claimed === 'string' && claimed !== sent)
        throw mismatch('MCP-Protocol-Version', sent, claimed);
    assertSupported(sent);
}
/**
 * Checks a version that a client wants to speak statelessly.
 *
 * @throws ProtocolError -32022 with the versions that are supported.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header
 */
export function assertSupported(version) {
    if (modernRevisions.some((revision) => revision === version))
        return;
    throw new ProtocolError(-32022, 'Unsupported protocol version', { supported: modernRevisions, requested: version });
}
/**
 * The parameter that `Mcp-Name` repeats.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#streamable-http-routing-headers
 */
function nameSource(method) {
    if (method === 'tools/call' || method === 'prompts/get')
        return 'name';
    if (method === 'tasks/get' || method === 'tasks/update' || method === 'tasks/cancel')
        return 'taskId';
    return method === 'resources/read' ? 'uri' : undefined;
}
function checkName(sent, name) {
    // A request that names nothing is told apart later.
    if (sent === undefined && typeof name !== 'string')
        return;
    if (sent === undefined || decodeHeaderValue(sent) !== name)
        throw mismatch('Mcp-Name', sent, name);
}
function checkParameter(http, { name, path, type }, values) {
    const header = `Mcp-Param-${name}`;
    const sent = http.read(header.toLowerCase());
    const value = valueAt(values, path);
    // A value that no header can hold, like none at all, is for the validator.
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
        if (sent !== undefined)
            throw mismatch(header, sent, undefined);
        return;
    }
    const text = sent === undefined ? undefined : decodeHeaderValue(sent);
    const isNumeric = type === 'integer' && text !== undefined && /^[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/iu.test(text);
    const isSame = isNumeric ? Number(text) === value : text === String(value);
    // Beyond the safe range different integers are the same number.
    const isRounded = type === 'integer' && Number.isInteger(value) && !Number.isSafeInteger(value);
    if (!isSame || isRounded)
        throw mismatch(header, sent, value);
}
function valueAt(values, path) {
    let found = values;
    for (const name of path) {
        if (!isJsonObject(found) || !Object.hasOwn(found, name))
            return undefined;
        found = found[name];
    }
    return found;
}
function mismatch(header, sent, expected) {
    const body = `the body says ${(JSON.stringify(expected) ?? 'nothing').slice(0, 200)}`;
    const came = sent === undefined ? 'is missing' : `says ${JSON.stringify(sent.slice(0, 200))}`;
    return new ProtocolError(-32020, `Header mismatch: ${header} ${came}, ${body}`);
}
