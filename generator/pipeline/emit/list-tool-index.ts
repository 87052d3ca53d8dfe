import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { digestTexts } from '../../core/code/digest-texts.js';
import { prepareDescribing, type Fields } from '../../feature-kit/descriptors/descriptor-fields.js';
import { listedTools } from '../../core/model/listed-tools.js';
import type { Model } from '../../core/model/model.js';

/** Tools of a server with their locations. The manifest stores the index for the next run and for other programs. */
export interface ToolIndex {
  /** Name of the server. */
  readonly server: string;
  /** Tools by tool name. */
  readonly tools: ReadonlyMap<string, ToolIndexEntry>;
}

/** Tool in a {@link ToolIndex}. */
export interface ToolIndexEntry {
  /** Path of the file that defines the tool, relative to the root. */
  readonly source: string;
  /** Line number of the definition in that file, starting at 1. */
  readonly line: number;
  /** Hash of the descriptor; see {@link hashDescriptor}. */
  readonly hash: string;
  /** Whether the tool is enabled at startup. */
  readonly active: boolean;
}

/**
 * Lists the tools that `tools/list` returns.
 * @param locations Location of each tool's definition, by tool name.
 */
export function listToolIndex(model: Model, locations: ReadonlyMap<string, SourceLocation>): ToolIndex {
  const describeTool = prepareDescribing(model);
  const tools = listedTools(model).map((tool): [string, ToolIndexEntry] => {
    const { file = '', line = 0 } = locations.get(tool.name) ?? {};
    const hash = hashDescriptor(describeTool(tool).fields);
    return [tool.name, { source: file, line, hash, active: tool.isInactive !== true }];
  });
  return { server: model.server.name, tools: new Map(tools) };
}

/** Fields that can change while a tool remains the same. The default title is the name. */
const textFields = new Set(['name', 'title', 'description']);

/** Hashes a descriptor without its name, title and description, to detect renamed tools. The hash changes if the schemas change. */
export function hashDescriptor(fields: Fields): string {
  return digestTexts(fields.flatMap((field) => (textFields.has(field[0]) ? [] : field))).slice(0, 20);
}
