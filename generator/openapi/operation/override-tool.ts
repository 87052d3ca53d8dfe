import { childOf, entriesOf, entryOf, type SourceNode } from '../../source/source-node.js';
import { isJsonObject, type Json } from '../../model/json.js';
import type { SchemaModel, ToolModel } from '../../model/model.js';
import type { DefinitionEntry } from '../../definition/merge-definitions.js';
import { readElicitations } from '../../definition/read-elicitations.js';
import { report, type Resolution } from '../../resolve/resolution.js';
import { resolveSchema } from '../../definition/resolve-tool.js';

/**
 * A tool of an API with the schemas and questions that a definition gives it. What it is called with is sent as before: the
 * arguments keep their names.
 */
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
    // What the definition says itself is told as it is.
    ...(input && { input, maxInputSchema: undefined }),
    ...(output && { output, outputBudget: undefined }),
    elicitations: readElicitations(entry.node, tool.names),
  };
}

/** An argument that the operation does not have would not be sent. */
function reportUnknown(resolution: Resolution, node: SourceNode | undefined, schema: Json): void {
  const properties = isJsonObject(schema) ? schema.get('properties') : undefined;
  if (!isJsonObject(schema) || !isJsonObject(properties) || schema.get('additionalProperties') !== false) return;
  for (const { key, keyLocation } of entriesOf(childOf(node, 'properties'))) {
    if (properties.has(key)) continue;
    const help = `Its arguments are: ${[...properties.keys()].join(', ')}.`;
    report(resolution, 'unmatched-filter', keyLocation, `The operation has no argument \`${key}\`.`, { help });
  }
}
