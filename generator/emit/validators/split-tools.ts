import { digestTexts } from '../part-cache.js';
import type { DefinitionIndex } from './definition-index.js';
import type { ToolJobs } from './list-jobs.js';

/** A small server has one module; a change of one tool makes a few others be compiled again. */
const minTools = 8;
const maxTools = 24;
/** One in how many tools ends its group, where that is neither too small nor too large. */
const endingTools = 8;
/** Characters of schema. Validators are some twelve times as long: about 250 kB of code. */
const maxLength = 20_000;

/**
 * Splits the tools, in their order, into the groups that share a module. Where a group ends is mostly said by the name of its
 * last tool: a tool that is added or taken away changes its own group and seldom more than the next one. A group has 24 tools
 * at most, and is closed when one more would make its schemas, with the definitions that they refer to, too long for a module that
 * loads quickly; what tools have in common counts once. A tool that is too long by itself is a group of its own.
 */
export function splitTools(tools: readonly ToolJobs[], definitions: DefinitionIndex): readonly (readonly ToolJobs[])[] {
  const groups: ToolJobs[][] = [];
  let known = new Set<string>();
  let length = 0;
  for (const tool of tools) {
    const parts = new Map([
      ...tool.jobs.map(({ id, text }) => [id, text.length] as const),
      ...[...tool.reached].map((name) => [` ${name}`, definitions.get(name)?.text.length ?? 0] as const),
    ]);
    const measure = (): number => [...parts].reduce((sum, [part, own]) => (known.has(part) ? sum : sum + own), 0);
    const group = groups.at(-1);
    if (group !== undefined && !isComplete(group) && length + measure() <= maxLength) {
      group.push(tool);
    } else {
      groups.push([tool]);
      known = new Set();
      length = 0;
    }
    length += measure();
    for (const part of parts.keys()) known.add(part);
  }
  return groups;
}

function isComplete(group: readonly ToolJobs[]): boolean {
  const last = group.at(-1);
  if (last === undefined || group.length < minTools) return false;
  return group.length >= maxTools || Number.parseInt(digestTexts([last.name]).slice(0, 8), 16) % endingTools === 0;
}
