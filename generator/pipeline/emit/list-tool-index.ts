import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { digestTexts } from '../../core/code/digest-texts.js';
import { prepareDescribing, type Fields } from '../../feature-kit/descriptors/descriptor-fields.js';
import { listedTools } from '../../core/model/listed-tools.js';
import type { Model } from '../../core/model/model.js';

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
  /** Hash of what the tool takes and returns: see {@link hashDescriptor}. */
  readonly hash: string;
  /** Whether the tool is enabled when the server starts. */
  readonly active: boolean;
}

/**
 * Lists the tools that clients see.
 *
 * @param locations Place of each tool's definition, by the name of the tool.
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

/** Texts that may change while a tool stays the same. Its title is its name by default. */
const textFields = new Set(['name', 'title', 'description']);

/**
 * Hash of a descriptor without its texts, by which a renamed tool is found: it changes with the schemas. The descriptors themselves are in a
 * generated file, which has a hash of its own.
 */
export function hashDescriptor(fields: Fields): string {
  return digestTexts(fields.flatMap((field) => (textFields.has(field[0]) ? [] : field))).slice(0, 20);
}
