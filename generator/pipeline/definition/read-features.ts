import type { DeclaredHandlerModel, DescriptorModel, ToolModel } from '../../core/model/model.js';
import type { SourceNode } from '../../core/source/source-node.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import type { Resolution } from '../../feature-kit/definition/resolve-entry.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import type { SplitInput } from '../../feature-kit/feature.js';
import { features } from '../../features.js';

/** Lets features read their keys in a prompt, resource or template. */
export function readEntryFeatures<Entry extends DescriptorModel>(entry: Entry, node: SourceNode): Entry {
  return features.reduce((read, { readEntry }) => readEntry?.(read, node) ?? read, entry);
}

/** Returns the implementation that a feature's key of a resource, template or completion declares. */
export function findDeclared(node: SourceNode, workspace: Workspace): DeclaredHandlerModel | undefined {
  for (const { findDeclared: find } of features) {
    const declared = find?.(node, workspace);
    if (declared) return declared;
  }
  return undefined;
}

/** Lets a feature separate the arguments that the server supplies from an input schema. */
export function splitInput(inputSchema: SourceNode): Partial<SplitInput> & Pick<SplitInput, 'input'> {
  for (const { splitInput: split } of features) {
    const parts = split?.(inputSchema);
    if (parts) return parts;
  }
  return { input: inputSchema };
}

/** Lets features read their keys in a tool. */
export function readToolFeatures(resolution: Resolution, tool: ToolModel, entry: DefinitionEntry): ToolModel {
  const { node } = entry;
  return features.reduce(
    (read, { readTool }) => readTool?.(read, node, resolution, entry) ?? read,
    readEntryFeatures(tool, node),
  );
}

/** Lists the names of the types that features generate for a tool. */
export function listAddedTypes({ addedSchemas = [] }: ToolModel): readonly string[] {
  return [...new Set(addedSchemas.map(({ typeName }) => typeName))];
}
