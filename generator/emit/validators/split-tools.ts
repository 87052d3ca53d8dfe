import type { DefinitionIndex } from './definition-index.js';
import type { ToolJobs } from './list-jobs.js';

const maxTools = 50;
/** Characters of schema. Validators are some twelve times as long: about 250 kB of code. */
const maxLength = 20_000;

/**
 * Splits the tools, in their order, into the groups that share a module. A group is closed when it has 50 tools or when
 * one more would make its schemas, with the definitions that they refer to, too long for a module that loads quickly;
 * what tools have in common counts once. A tool that is too long by itself is a group of its own.
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
    if (group !== undefined && group.length < maxTools && length + measure() <= maxLength) {
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
