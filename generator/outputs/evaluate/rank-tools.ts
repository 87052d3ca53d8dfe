/** A tool, as a search over tools sees it. */
export interface RankedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly RankedParameter[];
}

/** A parameter of a tool. */
export interface RankedParameter {
  readonly name: string;
  readonly description: string;
}

/** Saturation of word frequencies: a larger value makes repetitions count more. The usual value of BM25. */
const saturation = 1.2;
/** Reduction of the weight of words in long text, from 0 to 1. The usual value of BM25. */
const lengthShare = 0.75;

/**
 * Ranks tools by plain Okapi BM25 over the words of their names, descriptions and parameters, without stems or
 * synonyms.
 *
 * @returns Positions of the tools that have a word of the query, best first; equal ones in their order.
 * @see https://en.wikipedia.org/wiki/Okapi_BM25
 */
export function rankByBm25(tools: readonly RankedTool[], query: string): readonly number[] {
  const counts = tools.map((tool) => countWords(listWords(tool)));
  const lengths = counts.map((words) => [...words.values()].reduce((sum, count) => sum + count, 0));
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / (tools.length || 1) || 1;
  const rarities = [...new Set(splitWords(query))].map((word) => {
    const count = counts.filter((words) => words.has(word)).length;
    return [word, Math.log(1 + (tools.length - count + 0.5) / (count + 0.5))] as const;
  });
  const scores = counts.map((words, position) => {
    const norm = saturation * (1 - lengthShare + (lengthShare * (lengths[position] ?? 0)) / meanLength);
    return rarities.reduce((sum, [word, rarity]) => {
      const count = words.get(word) ?? 0;
      return sum + (rarity * count * (saturation + 1)) / (count + norm);
    }, 0);
  });
  return sortPositions(scores);
}

/** Minimum length of a word of a query that is looked for in names. */
const minWord = 3;
/** Words of queries that are not looked for in names. */
const fillers: ReadonlySet<string> = new Set(
  'all and any are can could does for from had has have her him his how into its let like may need not our out please she should that the their them then there these they this those use using want was what when where which who will with would you your'.split(
    ' ',
  ),
);

/**
 * Ranks tools as the regular expression `word|word|…` of a query's words finds them in names: those with more of the
 * words first, then those with a larger share of their name matched.
 *
 * @returns Positions of the tools whose name contains a word of the query, best first; equal ones in their order.
 */
export function rankByNames(tools: readonly RankedTool[], query: string): readonly number[] {
  const words = [...new Set(splitWords(query))].filter((word) => word.length >= minWord && !fillers.has(word));
  const scores = tools.map(({ name }) => {
    const text = name.toLowerCase();
    const contained = words.filter((word) => text.includes(word));
    const length = contained.reduce((sum, word) => sum + word.length, 0);
    return contained.length + Math.min(length / (text.length + 1), 0.99);
  });
  return sortPositions(scores);
}

/** Lists the positions with a score above 0, highest score first. */
function sortPositions(scores: readonly number[]): readonly number[] {
  return scores
    .map((score, position) => ({ score, position }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score || left.position - right.position)
    .map(({ position }) => position);
}

function listWords({ name, description, parameters }: RankedTool): readonly string[] {
  return [name, description, ...parameters.flatMap((each) => [each.name, each.description])].flatMap(splitWords);
}

function countWords(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Splits text into lowercase words; names are split where case changes. */
function splitWords(text: string): readonly string[] {
  const spaced = text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ').replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
