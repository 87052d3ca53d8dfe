import { childOf, entriesOf, entryOf, type SourceNode } from '../source/source-node.js';
import { isJsonObject, type Json } from '../model/json.js';
import type { SchemaModel, ToolModel } from '../model/model.js';
import type { DefinitionEntry } from '../resolve/definition-entry.js';
import { readElicitations } from './read-descriptor.js';
import { report, resolveSchema, type Resolution } from './resolution.js';

/** Replaces schemas and elicitations of a tool of an API by those of its entry under `openapi.<name>.tools`. */
export function overrideTool(resolution: Resolution, entry: DefinitionEntry, tool: ToolModel): ToolModel {
  const read = (role: 'input' | 'output', key: string): SchemaModel | undefined => {
    const node = childOf(entry.node, key);
    return node && resolveSchema(resolution, entry, role, node, [key], tool.name);
  };
  const input = read('input', 'inputSchema');
  const output = read('output', 'outputSchema');
  const elicitations = entryOf(entry.node, 'elicitations');
  const isImplemented = tool.handler.kind === 'forward' && tool.handler.isImplemented;
  if (elicitations && !isImplemented) {
    const message = 'A tool that is answered by calling the API has no handler that could ask.';
    const help = `Add \`${entry.key}\` to \`implement\`.`;
    report(resolution, 'conflicting-keys', elicitations.keyLocation, message, { help });
  }
  if (input && !isImplemented) reportUnknown(resolution, childOf(entry.node, 'inputSchema'), tool.input.schema);
  return {
    ...tool,
    // Schemas of the definition are advertised in full.
    ...(input && { input, maxInputSchema: undefined }),
    ...(output && { output, outputBudget: undefined }),
    elicitations: readElicitations(entry.node, tool.names),
  };
}

/** Reports arguments that the operation does not have: they would not be sent. */
function reportUnknown(resolution: Resolution, node: SourceNode | undefined, schema: Json): void {
  const properties = isJsonObject(schema) ? schema.get('properties') : undefined;
  if (!isJsonObject(schema) || !isJsonObject(properties) || schema.get('additionalProperties') !== false) return;
  for (const { key, keyLocation } of entriesOf(childOf(node, 'properties'))) {
    if (properties.has(key)) continue;
    const help = `Its arguments are: ${[...properties.keys()].join(', ')}.`;
    report(resolution, 'unmatched-filter', keyLocation, `The operation has no argument \`${key}\`.`, { help });
  }
}
