import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import { encodeHeader } from '../../../../../runtime/wire/peer/http-headers.js';
import { objectAt, textAt } from './json-object.js';

/**
 * Returns the HTTP headers that repeat arguments of a tool call, as required by `x-mcp-header` in the input schema. Only properties
 * below `properties` count.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export function parameterHeaders(tool: JsonObject, input: JsonObject): { readonly [name: string]: string } {
  return Object.fromEntries(collect(objectAt(tool, 'inputSchema'), input));
}

function collect(schema: JsonObject, value: JsonObject): readonly (readonly [string, string])[] {
  return Object.entries(objectAt(schema, 'properties')).flatMap(([name, property]) => {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const header = textAt(property, 'x-mcp-header');
    if (header !== undefined && ['string', 'number', 'boolean'].includes(typeof given)) {
      return [[`Mcp-Param-${header}`, encodeHeader(String(given))] as const];
    }
    return isJsonObject(property) && isJsonObject(given) ? collect(property, given) : [];
  });
}
