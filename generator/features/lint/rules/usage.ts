import type { LintFinding } from '../lint-rule.js';
import type { LintedServer, LintedTool } from '../linted-server.js';
import { smallWords } from '../text/english.js';
import { singular } from '../text/words.js';

/** Verbs with the same meaning for a model that looks for a tool. */
const synonyms: readonly (readonly string[])[] = [
  ['get', 'fetch', 'retrieve', 'read', 'show', 'view', 'describe', 'load', 'lookup'],
  ['search', 'find', 'query', 'filter'],
  ['create', 'add', 'new', 'insert', 'put', 'make', 'deploy', 'register'],
  ['update', 'edit', 'modify', 'change', 'set'],
  ['delete', 'remove', 'destroy', 'drop'],
  ['run', 'execute', 'invoke', 'call'],
];

const classOf = new Map(synonyms.flatMap((verbs) => verbs.map((verb) => [verb, verbs[0] ?? verb] as const)));

/** Finds descriptions that do not say when to use the tool although another one does nearly the same. */
export function findUnguided({ tools }: LintedServer): readonly LintFinding[] {
  const neighbors = findNeighbors(tools);
  return tools.flatMap((tool): readonly LintFinding[] => {
    const neighbor = neighbors.get(tool);
    if (!neighbor || !tool.isEnglish || saysWhen(tool, neighbor)) return [];
    const message = `The description of \`${tool.name}\` does not say when to use it instead of \`${neighbor.name}\`.`;
    const other = { message: `\`${neighbor.name}\``, place: neighbor.place };
    return [{ entry: tool.name, place: tool.textPlace, message, help: 'Name the case for each.', other }];
  });
}

/** Finds the tools whose names mean the same: synonymous verbs and the same object, in any order. */
function findNeighbors(tools: readonly LintedTool[]): ReadonlyMap<LintedTool, LintedTool> {
  const byMeaning = new Map<string, LintedTool>();
  const neighbors = new Map<LintedTool, LintedTool>();
  for (const tool of tools) {
    const words = tool.nameWords.filter((word) => !smallWords.has(word));
    const key = words
      .map((word) => classOf.get(word) ?? singular(word))
      .toSorted()
      .join(' ');
    const other = byMeaning.get(key);
    if (!other) byMeaning.set(key, tool);
    // Singular and plural are different objects.
    else if (!isPlural(tool, other)) {
      neighbors.set(tool, other);
      if (!neighbors.has(other)) neighbors.set(other, tool);
    }
  }
  return neighbors;
}

function isPlural(one: LintedTool, other: LintedTool): boolean {
  const plurals = ({ nameWords }: LintedTool): number => nameWords.filter((word) => singular(word) !== word).length;
  return plurals(one) !== plurals(other);
}

const usage =
  /\b(?:use (?:this|it|when|for|the|only|to|with|instead)|used (?:for|to|when)|useful|when (?:you|the|to|a|an|users?|asked|needed)|instead|prefer|rather than|unlike|only (?:if|for|when|works)|if (?:you|the)|not for|ideal|best for|suitable|before|after|whereas)\b/iu;

function saysWhen({ description }: LintedTool, neighbor: LintedTool): boolean {
  const read = description.slice(0, 20_000);
  // "A new item" and "an existing item" are two cases.
  const isTold = [read, neighbor.description.slice(0, 20_000)].some((text) => /\bexisting\b/iu.test(text));
  return isTold || usage.test(read) || read.includes(neighbor.name);
}
