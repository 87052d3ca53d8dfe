import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { ToolFields } from '../../feature-kit/descriptors/descriptor-fields.js';
import { prepareDescribing } from '../../feature-kit/descriptors/descriptor-fields.js';
import { listedTools } from '../../core/model/listed-tools.js';
import type { Model, ToolModel } from '../../core/model/model.js';

/** The tools of a server with their places, as the manifest keeps them for the next run and for other programs. */
export interface ToolIndex {
  /** Name of the server. */
  readonly server: string;
  /** By the name of the tool. */
  readonly tools: ReadonlyMap<string, ToolIndexEntry>;
}

/** One tool of a {@link ToolIndex}. */
export interface ToolIndexEntry {
  /** Path of the defining file, relative to the root, and the line in it, counted from 1. */
  readonly source: string;
  readonly line: number;
  /** SHA-256 of the defining file. */
  readonly hash: string;
  /** Whether the tool is enabled when the server starts. */
  readonly active: boolean;
  /** The tool's entry in `tools/list` of the latest revision. Absent for tools of APIs, whose documents are large. */
  readonly descriptor?: object;
}

/**
 * Lists the tools that clients see.
 *
 * @param locations Place of each tool's definition, by the name of the tool.
 * @param hashes SHA-256 of each definition file, by its path.
 */
export function listToolIndex(
  model: Model,
  locations: ReadonlyMap<string, SourceLocation>,
  hashes: ReadonlyMap<string, string>,
): ToolIndex {
  const describeTool = prepareDescribing(model);
  const tools = listedTools(model).map((tool): [string, ToolIndexEntry] => {
    const { file = '', line = 0 } = locations.get(tool.name) ?? {};
    const isOwn = tool.handler.kind !== 'forward';
    const entry = { source: file, line, hash: hashes.get(file) ?? '', active: tool.isInactive !== true };
    return [tool.name, isOwn ? { ...entry, descriptor: parseDescriptor(tool, describeTool(tool)) } : entry];
  });
  return { server: model.server.name, tools: new Map(tools) };
}

function parseDescriptor({ name: toolName }: ToolModel, { fields }: ToolFields): object {
  const members = [['name', JSON.stringify(toolName)] as const, ...fields].map(
    ([name, json]) => `${JSON.stringify(name)}:${json}`,
  );
  return JSON.parse(`{${members.join(',')}}`) as object;
}
