import { isJsonObject, type JsonObject } from '../model/json.js';

/** An argument that clients repeat as the HTTP header `Mcp-Param-<name>`. */
export interface ParameterHeader {
  readonly name: string;
  /** The properties that lead to the value from the root of the arguments. */
  readonly path: readonly string[];
  readonly type: string;
}

/**
 * The arguments with `x-mcp-header`, as clients find them: through `properties` alone, so that the input schema has to
 * be the one that is sent.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export function listHeaders(inputSchema: JsonObject): readonly ParameterHeader[] {
  return listBelow(inputSchema, []);
}

function listBelow(schema: JsonObject, path: readonly string[]): readonly ParameterHeader[] {
  const properties = schema.get('properties');
  if (!isJsonObject(properties)) return [];
  return [...properties].flatMap(([key, property]) => {
    if (!isJsonObject(property)) return [];
    const own = [...path, key];
    const name = property.get('x-mcp-header');
    const type = property.get('type');
    const isHeader = typeof name === 'string' && typeof type === 'string';
    return [...(isHeader ? [{ name, path: own, type }] : []), ...listBelow(property, own)];
  });
}
