import type { ServerDefinition, ToolDefinition } from '../api/definition.js';

/** A tool whose calls are compared. */
export interface ComparedTool extends ToolDefinition {
  /** It has an output schema. */
  readonly hasOutput: boolean;
}

/** The tool of a name; rejects when it or its validators cannot be loaded. */
export async function findTool({ tools }: ServerDefinition, name: string): Promise<ComparedTool | undefined> {
  const tool = (await tools.load()).find((each) => each.name === name);
  return tool && { ...tool, hasOutput: (await tool.validators()).output !== undefined };
}
