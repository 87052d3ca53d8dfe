/** A text of something that can be found, and how much a word in it counts. */
export interface WeighedText {
  readonly text: string;
  readonly weight: number;
}

/** Where a word stands, and how much it says there. */
type Posting = readonly [entry: number, frequency: number];

/** How soon it makes no difference any more that a word stands there more often. */
const saturation = 8;
/** How much the length of a text counts against its words, up to 1. */
const lengthShare = 0.5;
/** What a word counts that only begins with the one looked for. */
const prefixShare = 0.5;
/** Shorter words are not taken for beginnings. */
const minimalPrefix = 3;
/** Words of a query; the rest is not looked at. */
const maximalWords = 32;
/** Words that say nothing about what is looked for. */
const fillers: ReadonlySet<string> = new Set(
  'a an and are at be by can do for from how i in is it my of on or the this to what which with'.split(' '),
);

/**
 * Full-text search over things with several texts, ranked with the weights of BM25F: rare words count more, words in long
 * texts less. What has all words of the query comes before what has some of them, and what is called by them before the rest.
 *
 * @see https://en.wikipedia.org/wiki/Okapi_BM25
 */
export class SearchIndex {
  readonly #size: number;
  readonly #postings = new Map<string, Posting[]>();
  /** The words that things are called by. */
  readonly #names: readonly ReadonlySet<string>[];

  /** @param entries The texts of each thing, its name first; those at the same place are of the same kind. */
  constructor(entries: readonly (readonly WeighedText[])[]) {
    this.#size = entries.length;
    const words = entries.map((texts) => texts.map(({ text }) => splitWords(text)));
    this.#names = words.map(([name]) => new Set(name));
    const lengths = (words[0] ?? []).map(
      (_text, kind) => words.reduce((sum, texts) => sum + (texts[kind]?.length ?? 0), 0) / entries.length,
    );
    entries.forEach((texts, entry) => {
      const frequencies = new Map<string, number>();
      texts.forEach(({ weight }, kind) => {
        const own = words[entry]?.[kind] ?? [];
        const share = weight / (1 - lengthShare + (lengthShare * own.length) / (lengths[kind] || 1));
        for (const word of own) frequencies.set(word, (frequencies.get(word) ?? 0) + share);
      });
      for (const [word, frequency] of frequencies) {
        const postings = this.#postings.get(word) ?? [];
        postings.push([entry, frequency]);
        this.#postings.set(word, postings);
      }
    });
  }

  /** What fits a query at least in part, best first, by its position; all in their order for a query without words. */
  search(query: string): readonly number[] {
    const words = listWanted(query);
    if (words.length === 0) return Array.from({ length: this.#size }, (_entry, position) => position);
    const scores = new Map<number, { sum: number; words: number }>();
    for (const word of words) {
      for (const [entry, score] of this.#scoreWord(word)) {
        const { sum, words: count } = scores.get(entry) ?? { sum: 0, words: 0 };
        scores.set(entry, { sum: sum + score, words: count + 1 });
      }
    }
    return [...scores]
      .map(([entry, { sum, words: count }]) => {
        const share = (count / words.length) ** 2;
        return [entry, sum * share * (1 + this.#shareOfName(entry, words))] as const;
      })
      .toSorted(([first, score], [second, other]) => other - score || first - second)
      .map(([entry]) => entry);
  }

  /** How much of a name a query has. */
  #shareOfName(entry: number, words: readonly string[]): number {
    const name = this.#names[entry] ?? new Set();
    return name.size === 0 ? 0 : words.filter((word) => name.has(word)).length / name.size;
  }

  /** What one word of a query is worth in each thing. */
  #scoreWord(word: string): ReadonlyMap<number, number> {
    const scores = new Map<number, number>();
    const add = (postings: readonly Posting[], share: number): void => {
      const rarity = Math.log(1 + (this.#size - postings.length + 0.5) / (postings.length + 0.5));
      for (const [entry, frequency] of postings) {
        const score = (share * rarity * frequency) / (frequency + saturation);
        if (score > (scores.get(entry) ?? 0)) scores.set(entry, score);
      }
    };
    add(this.#postings.get(word) ?? [], 1);
    if (word.length < minimalPrefix) return scores;
    for (const [other, postings] of this.#postings) {
      if (other !== word && other.startsWith(word)) add(postings, prefixShare);
    }
    return scores;
  }
}

/** The words of a query; fillers only where there is nothing else. */
function listWanted(query: string): readonly string[] {
  const words = [...new Set(splitWords(query))];
  const telling = words.filter((word) => !fillers.has(word));
  return (telling.length > 0 ? telling : words).slice(0, maximalWords);
}

/**
 * The words of a text as they are looked up: in lower case, without accents and plural endings. Names are split where case
 * changes.
 */
export function splitWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '');
  const spaced = plain.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ').replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  return (spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(withoutPlural);
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
