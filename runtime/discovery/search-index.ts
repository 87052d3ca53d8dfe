/** A text of an entry, and the weight of its words. */
export interface WeighedText {
  readonly text: string;
  readonly weight: number;
}

/** An entry that has a word, and the weighted frequency of the word. */
type Posting = readonly [entry: number, frequency: number];

/** Saturation of frequencies: the larger, the more repetitions count. */
const saturation = 8;
/** How much long texts lower the weight of their words, from 0 to 1. */
const lengthShare = 0.5;
/** Weight of a word that only begins with the wanted word. */
const prefixShare = 0.5;
/** Minimum length of a wanted word that may match a beginning. */
const minimalPrefix = 3;
/** Maximum number of words of a query. More are ignored. */
const maximalWords = 32;
/** Words that are ignored in a query with other words. */
const fillers: ReadonlySet<string> = new Set(
  'a an and are at be by can do for from how i in is it my of on or the this to what which with'.split(' '),
);

/**
 * Full-text search over entries with several texts, ranked with the weights of BM25F: rare words count more, words in long
 * texts less. Entries with all words of the query come before others, and entries with the words in their name before the rest.
 *
 * @see https://en.wikipedia.org/wiki/Okapi_BM25
 */
export class SearchIndex {
  readonly #size: number;
  readonly #postings = new Map<string, Posting[]>();
  /** The words of each entry's name. */
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

  /** Positions of the entries that fit a query at least in part, best first; all positions for a query without words. */
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

  /** The share of a name's words that are in the query. */
  #shareOfName(entry: number, words: readonly string[]): number {
    const name = this.#names[entry] ?? new Set();
    return name.size === 0 ? 0 : words.filter((word) => name.has(word)).length / name.size;
  }

  /** The score of one word of a query, by entry. */
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

/** The words of a query. Fillers count only when there are no others. */
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
