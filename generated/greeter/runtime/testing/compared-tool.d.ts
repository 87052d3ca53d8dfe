import type { ServerDefinition, ToolDefinition } from '../api/definition.js';
/** A tool whose calls are compared. */
export interface ComparedTool extends ToolDefinition {
    /** It has an output schema. */
    readonly hasOutput: boolean;
}
/** The tool of a name; rejects when it or its validators cannot be loaded. */
export declare function findTool({ tools }: ServerDefinition, name: string): Promise<ComparedTool | undefined>;
