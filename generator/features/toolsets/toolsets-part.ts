import type { Model, ToolModel } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/** Toolsets of a tool, not empty. A tool without toolsets is always served. */
export const toolsetsPart = new PartKey<readonly string[]>('toolsets');

/** Toolsets that a server serves by default. If absent, all toolsets are served. */
export const defaultToolsets = new PartKey<readonly string[]>('default toolsets');

/** Returns the toolsets of a tool; `[]` if there are none. */
export function toolsetsOf(tool: ToolModel): readonly string[] {
  return toolsetsPart.of(tool) ?? [];
}

/** Whether a tool is served unless the user chooses different toolsets. A tool without toolsets is always served. */
export function isServed(tool: Pick<ToolModel, 'parts' | 'isInactive'>, model: Model): boolean {
  if (tool.isInactive === true) return false;
  const [toolsets, chosen] = [toolsetsPart.of(tool), defaultToolsets.of(model)];
  if (chosen === undefined || toolsets === undefined) return true;
  return chosen.includes('all') || toolsets.some((toolset) => chosen.includes(toolset));
}

/** Adds toolsets to a tool, without duplicates; returns the tool unchanged if there are none. */
export function withToolsets<Tool extends object>(tool: Tool, toolsets: readonly string[]): Tool {
  return toolsets.length > 0 ? toolsetsPart.on(tool, [...new Set(toolsets)]) : tool;
}
