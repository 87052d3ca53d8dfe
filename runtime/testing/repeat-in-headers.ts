import type { ParameterHeader } from '../api/definition.js';
import { encodeBase64 } from '../protocol/base64.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import type { ModernRevision } from '../protocol/revisions.js';
import type { Service } from '../service/service.js';

/**
 * The headers in which a modern request says again what its body says. Tools have to be loaded.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#standard-request-headers
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export function repeatInHeaders(
  { tools }: Service,
  revision: ModernRevision,
  { method, params }: JsonObject,
): Record<string, string> {
  const { name, uri, taskId, arguments: values } = isJsonObject(params) ? params : {};
  const named = uri ?? taskId ?? name;
  const tool = method === 'tools/call' ? tools?.get(String(name)) : undefined;
  const repeated = (tool?.definition.headers ?? []).map(
    (header) => [`Mcp-Param-${header.name}`, valueAt(values, header)] as const,
  );
  return {
    'MCP-Protocol-Version': revision,
    'Mcp-Method': String(method),
    ...(named === undefined ? {} : { 'Mcp-Name': encodeHeaderValue(String(named)) }),
    ...Object.fromEntries(
      repeated
        .filter(([, value]) => isRepeated(value))
        .map(([name, value]) => [name, encodeHeaderValue(String(value))]),
    ),
  };
}

/**
 * A value as a header may hold it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding
 */
function encodeHeaderValue(value: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/u.test(value) && !value.startsWith('=?base64?')) return value;
  return `=?base64?${encodeBase64(new TextEncoder().encode(value))}?=`;
}

function isRepeated(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function valueAt(values: unknown, { path }: ParameterHeader): unknown {
  return path.reduce((found: unknown, name) => (isJsonObject(found) ? found[name] : undefined), values);
}
