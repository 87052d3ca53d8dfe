import type { LintFinding } from '../lint-rule.js';
import type { LintedServer, LintedTool } from '../linted-server.js';
import { isPlaceholder } from './purpose.js';
import { smallWords } from '../text/english.js';
import { singular } from '../text/words.js';

/** Number of the rarest words of a text by which similar texts are found. */
const rareWords = 6;

/** Maximum number of texts that share a rare word and are compared with each other. */
const maxBucket = 40;

/**
 * Finds pairs of similar texts. Compares only texts that share one of their rarest words, so that the time grows with the
 * number of texts.
 * @param least Minimum share of common words, from 0 to 1.
 */
export function findSimilar(
  texts: readonly ReadonlySet<string>[],
  least: number,
): readonly (readonly [one: number, other: number, similarity: number])[] {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of text) counts.set(word, (counts.get(word) ?? 0) + 1);
  const buckets = new Map<string, number[]>();
  for (const [index, text] of texts.entries()) {
    const shared = [...text].filter((word) => (counts.get(word) ?? 0) > 1);
    const rare = shared.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, rareWords);
    for (const word of rare) {
      const bucket = buckets.get(word) ?? [];
      if (bucket.length < maxBucket) bucket.push(index);
      buckets.set(word, bucket);
    }
  }
  const pairs = new Map<string, readonly [number, number, number]>();
  for (const bucket of buckets.values()) {
    for (const [position, other] of bucket.entries()) {
      for (const one of bucket.slice(0, position)) {
        const key = `${one} ${other}`;
        if (pairs.has(key)) continue;
        const similarity = compare(texts[one] ?? new Set(), texts[other] ?? new Set());
        pairs.set(key, [one, other, similarity]);
      }
    }
  }
  return [...pairs.values()].filter(([, , similarity]) => similarity >= least);
}

/** Share of the words of two texts that both have. */
function compare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const word of one) if (other.has(word)) common++;
  return common / (one.size + other.size - common);
}

/** Minimum number of words of a description that is compared with others. */
const minWords = 3;

/** Finds tools with the same description. */
export function findSame({ tools }: LintedServer): readonly LintFinding[] {
  const first = new Map<string, LintedTool>();
  return tools.flatMap((tool): readonly LintFinding[] => {
    const text = tool.words.join(' ');
    if (tool.words.length < minWords && text.length < 12) return [];
    const key = `${text} ${tool.description.length > 20_000 ? tool.description : ''}`;
    const other = first.get(key);
    if (!other) {
      first.set(key, tool);
      return [];
    }
    return [report(tool, other, `\`${tool.name}\` and \`${other.name}\` have the same description.`)];
  });
}

/** Share of common words from which two descriptions are nearly the same. */
const nearlySame = 0.8;

/** Minimum number of words of a description whose difference from another one is weighed. */
const minCompared = 8;

/** Finds tools whose descriptions differ only in words that do not distinguish them. */
export function findNearDuplicates({ tools }: LintedServer): readonly LintFinding[] {
  const documents = tools.map(contentOf);
  const reported = new Set<number>();
  return findSimilar(documents, nearlySame).flatMap(([one, other]): readonly LintFinding[] => {
    const [tool, neighbor] = [tools[other], tools[one]];
    if (!tool || !neighbor || tool.words.length < minCompared) return [];
    if (isPlaceholder(tool.description, tool.name)) return [];
    if (reported.has(other) || isDistinguished(tool, neighbor)) return [];
    reported.add(other);
    const message = `The description of \`${tool.name}\` hardly differs from that of \`${neighbor.name}\`.`;
    return [report(tool, neighbor, message)];
  });
}

function contentOf({ words }: LintedTool): ReadonlySet<string> {
  return new Set(words.filter((word) => !smallWords.has(word)).map(singular));
}

/** Whether the words in which two descriptions differ say what each is about. Equal texts are reported by another rule. */
function isDistinguished(tool: LintedTool, other: LintedTool): boolean {
  if (tool.words.join(' ') === other.words.join(' ')) return true;
  const [mine, theirs] = [new Set(tool.words), new Set(other.words)];
  const mineOnly = tool.words.filter((word) => !theirs.has(word) && !smallWords.has(word));
  const theirsOnly = other.words.filter((word) => !mine.has(word) && !smallWords.has(word));
  // One word each, such as "invoice" and "order" or "order" and "orders", is another object.
  if (mineOnly.length > 0 && theirsOnly.length > 0) return true;
  const names = new Set([...tool.nameWords, ...other.nameWords].map(singular));
  return [...mineOnly, ...theirsOnly].some((word) => names.has(singular(word)) || /\d/u.test(word));
}

function report(tool: LintedTool, other: LintedTool, message: string): LintFinding {
  return {
    entry: tool.name,
    place: tool.textPlace,
    message,
    help: 'Say in each what only this tool does.',
    other: { message: `\`${other.name}\``, place: other.textPlace },
  };
}
