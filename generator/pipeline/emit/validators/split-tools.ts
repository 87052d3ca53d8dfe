import { digestTexts } from '../../../core/code/digest-texts.js';
import { reachDefinitions, type DefinitionIndex } from './definition-index.js';
import type { ToolJobs } from './list-jobs.js';

/** Minimum number of tools per module. A server with fewer tools has one module. */
const minTools = 8;
const maxTools = 24;
/** On average, one of every `endingTools` tools ends its group, provided the group has at least `minTools` tools. */
const endingTools = 8;
/**
 * Maximum size of a module, in characters of JSON. Validator code is about 12 times longer (250 kB); tables are only slightly longer.
 */
const maxLength = 20_000;

/**
 * Splits the tools, in order, into groups that share a module. A group usually ends at a tool that is chosen by its
 * name, so that adding or removing a tool rarely changes more than its own group and the next one. A group ends earlier
 * if its schemas would make the module slow to load; definitions in the module count once.
 */
export function splitTools(tools: readonly ToolJobs[], definitions: DefinitionIndex): readonly (readonly ToolJobs[])[] {
  const groups: ToolJobs[][] = [];
  let lengths: ReadonlyMap<string, number> = new Map();
  for (const tool of tools) {
    const toolLengths = measureParts(tool, definitions);
    const all = new Map([...lengths, ...toolLengths]);
    const group = groups.at(-1);
    if (group !== undefined && !isComplete(group) && sum(all.values()) <= maxLength) {
      group.push(tool);
      lengths = all;
    } else {
      groups.push([tool]);
      lengths = toolLengths;
    }
  }
  return groups;
}

/** Whether the validators of all tools and all definitions fit into one module. */
export function fitsOneModule(tools: readonly ToolJobs[], definitions: DefinitionIndex): boolean {
  return tools.length <= minTools && !exceedsModule(tools, definitions);
}

/** Whether the total size of all schemas exceeds one module. */
export function exceedsModule(tools: readonly ToolJobs[], definitions: DefinitionIndex): boolean {
  const texts = [...tools.flatMap(({ jobs }) => jobs), ...definitions.values()];
  return sum(texts.map(({ text }) => text.length)) > maxLength;
}

/** Measures the schemas and definitions in the module of a tool. */
function measureParts({ jobs }: ToolJobs, definitions: DefinitionIndex): ReadonlyMap<string, number> {
  const names = jobs.flatMap(({ refersTo }) => [...refersTo]);
  const reached = [...reachDefinitions(names, definitions, ({ shared }) => shared !== undefined)];
  return new Map([
    ...jobs.map(({ id, text }) => [id, text.length] as const),
    ...reached.map((name) => [` ${name}`, definitions.get(name)?.text.length ?? 0] as const),
  ]);
}

function sum(lengths: Iterable<number>): number {
  return [...lengths].reduce((total, length) => total + length, 0);
}

function isComplete(group: readonly ToolJobs[]): boolean {
  const last = group.at(-1);
  if (last === undefined || group.length < minTools) return false;
  return group.length >= maxTools || Number.parseInt(digestTexts([last.name]).slice(0, 8), 16) % endingTools === 0;
}
