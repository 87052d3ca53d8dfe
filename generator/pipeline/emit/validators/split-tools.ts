import { digestTexts } from '../../../core/code/digest-texts.js';
import { reachDefinitions, type DefinitionIndex } from './definition-index.js';
import type { ToolJobs } from './list-jobs.js';

/** Tools that a module has at least; a server with fewer has one module. */
const minTools = 8;
const maxTools = 24;
/** One in so many tools ends its group, if that has at least `minTools`. */
const endingTools = 8;
/** Characters of schema. Code of validators is some twelve times as long: about 250 kB. Tables are hardly longer than the schemas. */
const maxLength = 20_000;

/**
 * Splits the tools, in their order, into groups that share a module. The name of a group's last tool mostly decides where it
 * ends: a tool that is added or removed changes its own group and seldom more than the next one. A group ends earlier when
 * its schemas would make a module too long to load quickly; definitions that it prints count once.
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

/** Whether one module holds the validators of all tools, with all definitions printed. */
export function fitsOneModule(tools: readonly ToolJobs[], definitions: DefinitionIndex): boolean {
  return tools.length <= minTools && !exceedsModule(tools, definitions);
}

/** Whether all schemas together are too long for one module. */
export function exceedsModule(tools: readonly ToolJobs[], definitions: DefinitionIndex): boolean {
  const texts = [...tools.flatMap(({ jobs }) => jobs), ...definitions.values()];
  return sum(texts.map(({ text }) => text.length)) > maxLength;
}

/** Lengths of the schemas and definitions that the module of a tool loads. */
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
