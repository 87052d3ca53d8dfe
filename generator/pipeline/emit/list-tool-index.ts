import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { digestTexts } from '../../core/code/digest-texts.js';
import { prepareDescribing, type Fields } from '../../feature-kit/descriptors/descriptor-fields.js';
import { listedTools } from '../../core/model/listed-tools.js';
import type { Model } from '../../core/model/model.js';

/** Tools of a server with their locations. The manifest keeps it for the next run and for other programs. */
export interface ToolIndex {
  /** Name of the server. */
  readonly server: string;
  /** By the name of the tool. */
  readonly tools: ReadonlyMap<string, ToolIndexEntry>;
}

/** A tool of a {@link ToolIndex}. */
export interface ToolIndexEntry {
  /** Path of the defining file, relative to the root, and line in it, counted from 1. */
  readonly source: string;
  readonly line: number;
  /** Hash of the descriptor: see {@link hashDescriptor}. */
  readonly hash: string;
  /** Whether the tool is enabled at start. */
  readonly active: boolean;
}

/**
 * Lists the tools of `tools/list`.
 *
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

/** Fields that may change while a tool stays the same. The default title is the name. */
const textFields = new Set(['name', 'title', 'description']);

/**
 * Hashes a descriptor without its texts, to detect renamed tools. It changes with the schemas.
 */
export function hashDescriptor(fields: Fields): string {
  return digestTexts(fields.flatMap((field) => (textFields.has(field[0]) ? [] : field))).slice(0, 20);
}
