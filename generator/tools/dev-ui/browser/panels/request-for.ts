import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectsAt, textAt } from '../protocol/json-object.js';
import { expandTemplate, listVariables } from '../protocol/uri-template.js';
import type { Entry } from '../state/server-entries.js';

/** Request that calls a tool, gets a prompt or reads a resource. */
export function requestFor(
  { kind, name }: Entry,
  value: JsonObject,
): { readonly method: string; readonly params: JsonObject } {
  if (kind === 'tool') return { method: 'tools/call', params: { name, arguments: value } };
  if (kind === 'prompt') return { method: 'prompts/get', params: { name, arguments: value } };
  const uri = kind === 'template' ? expandTemplate(name, value) : name;
  return { method: 'resources/read', params: { uri } };
}

/** Returns the input schema of an entry: the tool's schema, strings for a prompt or template, an empty object for a resource. */
export function inputSchemaOf({ kind, name, descriptor }: Entry): JsonObject {
  if (kind === 'tool') return (descriptor['inputSchema'] ?? { type: 'object' }) as JsonObject;
  if (kind === 'prompt') {
    const given = objectsAt(descriptor, 'arguments').map(
      (argument) => [textAt(argument, 'name') ?? '', argument] as const,
    );
    const properties = given.map(([key, argument]) => [key, textProperty(argument)] as const);
    const required = given.filter(([, argument]) => argument['required'] === true).map(([key]) => key);
    return { type: 'object', properties: Object.fromEntries(properties), required };
  }
  const variables = kind === 'template' ? listVariables(name) : [];
  return {
    type: 'object',
    properties: Object.fromEntries(variables.map((variable) => [variable, { type: 'string' }])),
  };
}

function textProperty(argument: JsonObject): JsonObject {
  const title = textAt(argument, 'title');
  const description = textAt(argument, 'description');
  return { type: 'string', ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
}
