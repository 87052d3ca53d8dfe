import type { ServerDefinition, ToolDefinition } from '../api/definition.js';
import type { Service, ToolChoice } from './service.js';

/** The name that means every toolset. */
const everyToolset = 'all';

/**
 * Disables the tools that are not chosen, and those that are inactive.
 *
 * @returns Rejects for unknown toolsets (with the known ones) and tools, and for inactive tools.
 */
export async function chooseTools({ definition, enabled }: Service, { toolsets, tools }: ToolChoice): Promise<void> {
  const wanted = toolsets ?? (tools === undefined ? definition.selection?.defaults : undefined);
  checkToolsets(definition, wanted ?? []);
  const all = await definition.tools.load();
  checkTools(all, tools ?? []);
  enabled.toolsets = wanted === undefined || wanted.includes(everyToolset) ? undefined : new Set(wanted);
  const isWanted = (tool: ToolDefinition): boolean => {
    if (tools?.includes(tool.name) === true) return true;
    return (wanted !== undefined || tools === undefined) && isInToolsets(tool, enabled.toolsets);
  };
  for (const tool of all) {
    if (tool.isInactive === true || !isWanted(tool)) enabled.set('tools', tool.name, false);
  }
}

/**
 * Whether a tool or operation is enabled when these toolsets are chosen.
 *
 * @param chosen `undefined`: all.
 */
export function isInToolsets(
  { toolsets }: Pick<ToolDefinition, 'toolsets'>,
  chosen: ReadonlySet<string> | undefined,
): boolean {
  return chosen === undefined || toolsets === undefined || toolsets.some((toolset) => chosen.has(toolset));
}

function checkToolsets({ selection }: ServerDefinition, wanted: readonly string[]): void {
  const known = selection?.toolsets ?? [];
  const unknown = wanted.find((toolset) => toolset !== everyToolset && !known.includes(toolset));
  if (unknown === undefined) return;
  const there = known.length === 0 ? 'this server has none' : `there are ${[...known, everyToolset].join(', ')}`;
  throw new Error(`Unknown toolset "${unknown}"; ${there}`);
}

function checkTools(all: readonly ToolDefinition[], wanted: readonly string[]): void {
  for (const name of wanted) {
    const tool = all.find((each) => each.name === name);
    if (tool === undefined) throw new Error(`Unknown tool "${name}"`);
    if (tool.isInactive === true) throw new Error(`Tool "${name}" is not active`);
  }
}
