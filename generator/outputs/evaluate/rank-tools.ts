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

/** Ranks the indexed tools for a query: positions of the tools that match, best first. */
export type RankTools = (query: string) => readonly number[];

/**
 * Ranks tools by plain Okapi BM25 over the words of their names, descriptions and parameters, without stems or
 * synonyms.
 *
 * @returns Positions of the tools that have a word of the query, best first; equal ones in their order.
 * @see https://en.wikipedia.org/wiki/Okapi_BM25
 */
export function rankByBm25(tools: readonly RankedTool[], query: string): readonly number[] {
  return indexWords(tools)(query);
}

/** Indexes tools for {@link rankByBm25}, so that a query only visits tools that have one of its words. */
export function indexWords(tools: readonly RankedTool[]): RankTools {
  const postings = new Map<string, (readonly [position: number, count: number])[]>();
  const lengths = tools.map((tool, position) => {
    const words = listWords(tool);
    for (const [word, count] of countWords(words)) {
      const found = postings.get(word);
      if (found) found.push([position, count]);
      else postings.set(word, [[position, count]]);
    }
    return words.length;
  });
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / (tools.length || 1) || 1;
  const norms = lengths.map((length) => saturation * (1 - lengthShare + (lengthShare * length) / meanLength));
  return (query) => {
    const scores = new Float64Array(tools.length);
    for (const word of new Set(splitWords(query))) {
      const found = postings.get(word) ?? [];
      const rarity = Math.log(1 + (tools.length - found.length + 0.5) / (found.length + 0.5));
      for (const [position, count] of found) {
        const score = (rarity * count * (saturation + 1)) / (count + (norms[position] ?? 0));
        scores[position] = (scores[position] ?? 0) + score;
      }
    }
    return sortPositions(scores);
  };
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
  return indexNames(tools)(query);
}

/** Indexes tools for {@link rankByNames}. */
export function indexNames(tools: readonly RankedTool[]): RankTools {
  const names = tools.map(({ name }) => name.toLowerCase());
  return (query) => {
    const words = [...new Set(splitWords(query))].filter((word) => word.length >= minWord && !fillers.has(word));
    const scores = new Float64Array(names.length);
    names.forEach((name, position) => {
      const contained = words.filter((word) => name.includes(word));
      if (contained.length === 0) return;
      const length = contained.reduce((sum, word) => sum + word.length, 0);
      scores[position] = contained.length + Math.min(length / (name.length + 1), 0.99);
    });
    return sortPositions(scores);
  };
}

/** Lists the positions with a score above 0, highest score first; equal ones in their order. */
function sortPositions(scores: Float64Array): readonly number[] {
  const positions: number[] = [];
  scores.forEach((score, position) => {
    if (score > 0) positions.push(position);
  });
  return positions.toSorted((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right);
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
export function splitWords(text: string): readonly string[] {
  const spaced = text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ').replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
