import { splitWords, type RankedTool } from './rank-tools.js';

/** Two tools with nearly the same description. */
export interface Overlap {
  readonly tools: readonly [string, string];
  /** Share of the words that both descriptions have, from 0 to 1; rare words count more. */
  readonly similarity: number;
}

/** Tools with nearly the same descriptions, most similar first. */
export interface Overlaps {
  readonly pairs: readonly Overlap[];
  /** Whether all tools were compared. `false` if there are too many similar ones. */
  readonly isComplete: boolean;
}

/** Minimum similarity of near-duplicates. */
const minSimilarity = 0.8;
/** Maximum number of comparisons, which take about a second, and of similar pairs that they find. */
const maxComparisons = 1_000_000;
const maxPairs = 10_000;
/** Maximum number of words of a description that are compared. */
const maxWords = 400;

/** Descriptions with the same words. */
interface Text {
  /** Names of the tools, in order. */
  readonly tools: readonly string[];
  /** Words, rarest first. */
  readonly words: readonly string[];
  readonly weight: number;
}

/**
 * Finds pairs of tools with nearly the same descriptions by weighted Jaccard similarity. Of more than two tools with the
 * same words, each is paired with the first. Tools without a description are omitted.
 *
 * Two texts are only compared if they share one of the rare words without which they could not be similar enough
 * (prefix filtering).
 *
 * @see https://doi.org/10.1145/1242572.1242591
 */
export function findOverlaps(tools: readonly Pick<RankedTool, 'name' | 'description'>[]): Overlaps {
  const groups = groupTexts(tools);
  const weigh = createWeigher(groups.map(({ words }) => words));
  const texts = groups.map((group): Text => {
    const words = group.words.toSorted((left, right) => weigh(right) - weigh(left) || (left < right ? -1 : 1));
    return { tools: group.tools, words, weight: words.reduce((sum, word) => sum + weigh(word), 0) };
  });
  const { pairs, isComplete } = joinSimilar(texts, weigh);
  const same = texts.flatMap(({ tools: [first = '', ...others] }) =>
    others.map((other): Overlap => ({ tools: [first, other], similarity: 1 })),
  );
  return {
    pairs: [...same, ...pairs].toSorted((left, right) => right.similarity - left.similarity),
    isComplete,
  };
}

function groupTexts(
  tools: readonly Pick<RankedTool, 'name' | 'description'>[],
): readonly { readonly tools: readonly string[]; readonly words: readonly string[] }[] {
  const groups = new Map<string, { readonly tools: string[]; readonly words: readonly string[] }>();
  for (const { name, description } of tools) {
    const words = [...new Set(splitWords(description))].slice(0, maxWords);
    if (words.length === 0) continue;
    const key = words.toSorted().join(' ');
    const group = groups.get(key);
    if (group) group.tools.push(name);
    else groups.set(key, { tools: [name], words });
  }
  return [...groups.values()];
}

/** Returns the weight of a word: rare words count more. */
type Weigh = (word: string) => number;

function createWeigher(texts: readonly (readonly string[])[]): Weigh {
  const counts = new Map<string, number>();
  for (const word of texts.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + texts.length / (counts.get(word) ?? 1));
}

function joinSimilar(texts: readonly Text[], weigh: Weigh): Overlaps {
  const postings = new Map<string, number[]>();
  const pairs: Overlap[] = [];
  let comparisons = 0;
  for (const [position, text] of texts.entries()) {
    const prefix = text.words.slice(0, countPrefix(text, weigh));
    const candidates = new Set(prefix.flatMap((word) => postings.get(word) ?? []));
    const words = new Set(text.words);
    for (const candidate of candidates) {
      const other = texts[candidate] as Text;
      if (Math.min(text.weight, other.weight) < minSimilarity * Math.max(text.weight, other.weight)) continue;
      comparisons++;
      if (comparisons > maxComparisons || pairs.length >= maxPairs) return { pairs, isComplete: false };
      const shared = other.words.reduce((sum, word) => sum + (words.has(word) ? weigh(word) : 0), 0);
      const similarity = shared / (text.weight + other.weight - shared);
      if (similarity >= minSimilarity) pairs.push({ tools: [other.tools[0] ?? '', text.tools[0] ?? ''], similarity });
    }
    for (const word of prefix) {
      const found = postings.get(word);
      if (found) found.push(position);
      else postings.set(word, [position]);
    }
  }
  return { pairs, isComplete: true };
}

/** Returns the number of words of which a similar text must have one: the others together weigh too little. */
function countPrefix({ words, weight }: Text, weigh: Weigh): number {
  let rest = weight;
  for (const [index, word] of words.entries()) {
    if (rest < minSimilarity * weight) return index;
    rest -= weigh(word);
  }
  return words.length;
}
