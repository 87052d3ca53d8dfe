import type { DeclaredHandlerModel, DescriptorModel, SuppliedTextModel, ToolModel } from '../../core/model/model.js';
import { stringAt, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import type { Resolution } from '../../feature-kit/definition/resolve-entry.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import type { SplitInput } from '../../feature-kit/feature.js';
import { features } from '../../features.js';

/** Lets features read their keys in a prompt, resource or template. */
export function readEntryFeatures<Entry extends DescriptorModel>(
  resolution: Resolution,
  entry: Entry,
  node: SourceNode,
): Entry {
  return features.reduce((read, { readEntry }) => readEntry?.(read, node, resolution) ?? read, entry);
}

/** Whether a feature lets the server supply an argument of a prompt, or a variable of a template. */
export function isSupplied({ value }: MapEntry): boolean {
  return features.some((feature) => feature.isSupplied?.(value) === true);
}

/** Returns the member `supplied` of a prompt or template; an empty object if the server supplies nothing. */
export function readSupplied(entries: readonly MapEntry[]): { readonly supplied?: readonly SuppliedTextModel[] } {
  if (entries.length === 0) return {};
  const supplied = entries.map(({ key: name, value }): SuppliedTextModel => {
    const description = stringAt(value, 'description') ?? stringAt(value, 'title');
    return { name, ...(description !== undefined && { description }) };
  });
  return { supplied };
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
    readEntryFeatures(resolution, tool, node),
  );
}

/** Lists the names of the types that features generate for a tool. */
export function listAddedTypes({ addedSchemas = [] }: ToolModel): readonly string[] {
  return [...new Set(addedSchemas.map(({ typeName }) => typeName))];
}
