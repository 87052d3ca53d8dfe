import type { LintFinding } from '../lint-rule.js';
import type { LintedServer, LintedTool } from '../linted-server.js';
import { smallWords } from '../text/english.js';
import { baseForms, singular } from '../text/words.js';
import { findSimilar } from './similarity.js';

/** Share of common words from which two tools can be confused. */
const confusable = 0.5;

/** Finds descriptions that do not say when to use the tool although another one is similar. */
export function findUnguided({ tools }: LintedServer): readonly LintFinding[] {
  const documents = tools.map((tool) => (tool.isEnglish ? contentOf(tool) : new Set<string>()));
  const nearest = new Map<number, readonly [other: number, similarity: number]>();
  for (const [one, other, similarity] of findSimilar(documents, confusable)) {
    for (const [tool, neighbor] of [
      [one, other],
      [other, one],
    ] as const) {
      if ((nearest.get(tool)?.[1] ?? 0) < similarity) nearest.set(tool, [neighbor, similarity]);
    }
  }
  return tools.flatMap((tool, index): readonly LintFinding[] => {
    const neighbor = tools[nearest.get(index)?.[0] ?? -1];
    if (!neighbor || saysWhen(tool, neighbor)) return [];
    const message = `The description of \`${tool.name}\` does not say when to use it instead of \`${neighbor.name}\`.`;
    const other = { message: `\`${neighbor.name}\``, place: neighbor.place };
    return [{ entry: tool.name, place: tool.textPlace, message, other }];
  });
}

function contentOf({ nameWords, words }: LintedTool): ReadonlySet<string> {
  const content = [...nameWords, ...words.slice(0, 40)].filter((word) => !smallWords.has(word));
  return new Set(content.map((word) => singular(baseForms(word).at(-1) ?? word)));
}

const usage =
  /\b(?:use (?:this|it|when|for|the|only|to|with|instead)|used (?:for|to|when)|useful|when (?:you|the|to|a|an|users?|asked|needed)|instead|prefer|rather than|unlike|only (?:if|for|when|works)|if (?:you|the)|not for|ideal|best for|suitable|before|after|first|for (?:example|instance)|in contrast|whereas)\b/iu;

function saysWhen({ description }: LintedTool, neighbor: LintedTool): boolean {
  const read = description.slice(0, 20_000);
  return usage.test(read) || read.includes(neighbor.name);
}
