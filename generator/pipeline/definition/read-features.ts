import type { DescriptorModel, ToolModel } from '../../core/model/model.js';
import type { SourceNode } from '../../core/source/source-node.js';
import type { Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { features } from '../../features.js';

/** Lets features read their keys in a prompt, resource or template. */
export function readEntryFeatures<Entry extends DescriptorModel>(entry: Entry, node: SourceNode): Entry {
  return features.reduce((read, { readEntry }) => readEntry?.(read, node) ?? read, entry);
}

/** Lets features read their keys in a tool. */
export function readToolFeatures(resolution: Resolution, tool: ToolModel, node: SourceNode): ToolModel {
  return features.reduce(
    (read, { readTool }) => readTool?.(read, node, resolution) ?? read,
    readEntryFeatures(tool, node),
  );
}
