import type { ToolDefinition } from '../api/definition.js';
import { chooseNames, type ChosenNames } from './choose-names.js';
import { formatReport } from './report.js';
import type { Service, ToolChoice } from './service.js';

/** Name that selects every toolset. */
const everyToolset = 'all';

/**
 * Disables tools that are inactive or not selected. In a read-only server, permanently disables all tools that are not
 * read-only.
 *
 * @returns Rejects for unknown toolsets and tools (suggesting similar names), and for named tools that are not
 *   served: inactive tools and, in a read-only server, tools that are not read-only.
 */
export async function chooseTools(service: Service, { toolsets, tools }: ToolChoice): Promise<void> {
  const { toolsDefinition: definition, enabled } = service;
  const { selection } = definition;
  const named = tools && chooseNames('tool', tools, definition.tools.names);
  const wanted = toolsets ?? (named?.included === undefined ? selection?.defaults : undefined);
  const chosen = wanted && chooseNames('toolset', wanted, selection?.toolsets ?? [], everyToolset);
  const all = await definition.tools.load();
  for (const tool of all) if (named?.literal.has(tool.name) === true) checkServed(service, tool);
  enabled.toolsets = chosen;
  const isWanted = (tool: ToolDefinition): boolean => {
    if (named?.excluded.has(tool.name) === true) return false;
    if (named?.included?.has(tool.name) === true) return true;
    return (wanted !== undefined || named?.included === undefined) && isInToolsets(tool, chosen);
  };
  for (const tool of all) {
    if (tool.isInactive === true || !isWanted(tool)) enabled.set('tools', tool.name, false);
  }
  if (service.options.readOnly === true) lockWriters(service, all);
}

/** @throws Error for a named tool that is not served. */
function checkServed({ options }: Service, tool: ToolDefinition): void {
  if (tool.isInactive === true) throw new Error(`Tool "${tool.name}" is disabled in the definition`);
  if (options.readOnly === true && !isAllowedReadOnly(tool)) {
    throw new Error(`Tool "${tool.name}" is not read-only, but the server is read-only`);
  }
}

/** Permanently disables the tools that are not read-only. */
function lockWriters({ enabled, report }: Service, all: readonly ToolDefinition[]): void {
  enabled.isReadOnly = true;
  for (const tool of all) if (!isAllowedReadOnly(tool)) enabled.lock('tools', tool.name);
  if (all.length > 0 && !all.some(isAllowedReadOnly)) {
    report(formatReport('START', 'The server is read-only, and no tool has `readOnlyHint: true`', 'WARNING'));
  }
}

/**
 * Whether a read-only server serves a tool. Tools that call operations stay enabled: they find only read-only
 * operations.
 */
function isAllowedReadOnly({ isReadOnly, discovery }: ToolDefinition): boolean {
  return isReadOnly === true || discovery?.does === 'call' || discovery?.does === 'run';
}

/**
 * Whether a tool or operation belongs to the selected toolsets and to no excluded toolset. Exclusions do not apply to
 * discover mode tools, which have the toolsets of all their operations.
 *
 * @param chosen Selected toolsets; `undefined`: all toolsets.
 */
export function isInToolsets(
  { toolsets, discovery }: Pick<ToolDefinition, 'toolsets' | 'discovery'>,
  chosen: ChosenNames | undefined,
): boolean {
  if (chosen === undefined || toolsets === undefined) return true;
  const { included, excluded } = chosen;
  const isChosen = (toolset: string): boolean => included === undefined || included.has(toolset);
  if (discovery !== undefined) return toolsets.some((toolset) => isChosen(toolset) && !excluded.has(toolset));
  return toolsets.some(isChosen) && !toolsets.some((toolset) => excluded.has(toolset));
}
