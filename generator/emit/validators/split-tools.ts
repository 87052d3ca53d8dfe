import { digestTexts } from '../../code/digest-texts.js';
import { type DefinitionIndex, walkDefinitions } from './definition-index.js';
import type { ToolJobs } from './list-jobs.js';
import type { Sharing } from './share-definitions.js';

/** A small server has one module; a change of one tool makes a few others be compiled again. */
const minTools = 8;
const maxTools = 24;
/** One in how many tools ends its group, where that is neither too small nor too large. */
const endingTools = 8;
/** Characters of schema. Validators are some twelve times as long: about 250 kB of code. */
const maxLength = 20_000;

/** What has to be loaded for tools: characters by part. */
type Parts = ReadonlyMap<string, number>;

/**
 * Splits the tools, in their order, into the groups that share a module. Where a group ends is mostly said by the name of its
 * last tool: a tool that is added or taken away changes its own group and seldom more than the next one. A group has 24 tools
 * at most, and is closed when one more would make its schemas, with the definitions that they refer to, too long for a module that
 * loads quickly; what tools have in common counts once. What a module imports counts too, unless all its tools need all of
 * it: by itself it may be too long already. A tool that is too long by itself is a group of its own.
 */
export function splitTools(tools: readonly ToolJobs[], sharing: Sharing): readonly (readonly ToolJobs[])[] {
  const groups: ToolJobs[][] = [];
  let printed: Parts = new Map();
  let imported: Parts = new Map();
  for (const tool of tools) {
    const [own, units] = listParts(tool, sharing);
    const allPrinted = new Map([...printed, ...own]);
    const allImported = new Map([...imported, ...units]);
    const isAlike = allImported.size === imported.size && allImported.size === units.size;
    const length = measure(allPrinted) + (isAlike ? 0 : measure(allImported));
    const group = groups.at(-1);
    if (group !== undefined && !isComplete(group) && length <= maxLength) {
      group.push(tool);
      [printed, imported] = [allPrinted, allImported];
    } else {
      groups.push([tool]);
      [printed, imported] = [own, units];
    }
  }
  return groups;
}

/** Whether one module holds the validators of all tools, with all definitions printed. */
export function fitOneModule(tools: readonly ToolJobs[], definitions: DefinitionIndex): boolean {
  const texts = [...tools.flatMap(({ jobs }) => jobs), ...definitions.values()].map(({ text }) => text.length);
  return tools.length <= minTools && texts.reduce((sum, length) => sum + length, 0) <= maxLength;
}

function measure(parts: Parts): number {
  return [...parts.values()].reduce((sum, length) => sum + length, 0);
}

/** What the module of a tool prints, and what it imports. */
function listParts({ jobs }: ToolJobs, { definitions, units }: Sharing): readonly [Parts, Parts] {
  const printed = new Map(jobs.map(({ id, text }) => [id, text.length]));
  const imported = new Map<string, number>();
  const names = jobs.flatMap(({ refersTo }) => [...refersTo]);
  for (const name of walkDefinitions(names, definitions)) {
    const { shared, text = '' } = definitions.get(name) ?? {};
    if (shared === undefined) printed.set(` ${name}`, text.length);
    else if (!imported.has(shared))
      for (const id of units.get(shared)?.loads ?? []) imported.set(id, units.get(id)?.length ?? 0);
  }
  return [printed, imported];
}

function isComplete(group: readonly ToolJobs[]): boolean {
  const last = group.at(-1);
  if (last === undefined || group.length < minTools) return false;
  return group.length >= maxTools || Number.parseInt(digestTexts([last.name]).slice(0, 8), 16) % endingTools === 0;
}
