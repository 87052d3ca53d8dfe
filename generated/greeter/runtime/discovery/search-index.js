import { splitWords } from './split-words.js';
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
const fillers = new Set('a an and are at be by can do for from how i in is it my of on or the this to what which with'.split(' '));
/**
 * Full-text search over things with several texts, ranked with the weights of BM25F: rare words count more, words in long
 * texts less. What has all words of the query comes before what has some of them, and what is called by them before the rest.
 *
 * @see https://en.wikipedia.org/wiki/Okapi_BM25
 */
export class SearchIndex {
    #size;
    #postings = new Map();
    /** The words that things are called by. */
    #names;
    /** @param entries The texts of each thing, its name first; those at the same place are of the same kind. */
    constructor(entries) {
        this.#size = entries.length;
        const words = entries.map((texts) => texts.map(({ text }) => splitWords(text)));
        this.#names = words.map(([name]) => new Set(name));
        const lengths = (words[0] ?? []).map((_text, kind) => words.reduce((sum, texts) => sum + (texts[kind]?.length ?? 0), 0) / entries.length);
        entries.forEach((texts, entry) => {
            const frequencies = new Map();
            texts.forEach(({ weight }, kind) => {
                const own = words[entry]?.[kind] ?? [];
                const share = weight / (1 - lengthShare + (lengthShare * own.length) / (lengths[kind] || 1));
                for (const word of own)
                    frequencies.set(word, (frequencies.get(word) ?? 0) + share);
            });
            for (const [word, frequency] of frequencies) {
                const postings = this.#postings.get(word) ?? [];
                postings.push([entry, frequency]);
                this.#postings.set(word, postings);
            }
        });
    }
    /** What fits a query at least in part, best first, by its position; all in their order for a query without words. */
    search(query) {
        const words = listWanted(query);
        if (words.length === 0)
            return Array.from({ length: this.#size }, (_entry, position) => position);
        const scores = new Map();
        for (const word of words) {
            for (const [entry, score] of this.#scoreWord(word)) {
                const { sum, words: count } = scores.get(entry) ?? { sum: 0, words: 0 };
                scores.set(entry, { sum: sum + score, words: count + 1 });
            }
        }
        return [...scores]
            .map(([entry, { sum, words: count }]) => {
            const share = (count / words.length) ** 2;
            return [entry, sum * share * (1 + this.#shareOfName(entry, words))];
        })
            .toSorted(([first, score], [second, other]) => other - score || first - second)
            .map(([entry]) => entry);
    }
    /** How much of a name a query has. */
    #shareOfName(entry, words) {
        const name = this.#names[entry] ?? new Set();
        return name.size === 0 ? 0 : words.filter((word) => name.has(word)).length / name.size;
    }
    /** What one word of a query is worth in each thing. */
    #scoreWord(word) {
        const scores = new Map();
        const add = (postings, share) => {
            const rarity = Math.log(1 + (this.#size - postings.length + 0.5) / (postings.length + 0.5));
            for (const [entry, frequency] of postings) {
                const score = (share * rarity * frequency) / (frequency + saturation);
                if (score > (scores.get(entry) ?? 0))
                    scores.set(entry, score);
            }
        };
        add(this.#postings.get(word) ?? [], 1);
        if (word.length < minimalPrefix)
            return scores;
        for (const [other, postings] of this.#postings) {
            if (other !== word && other.startsWith(word))
                add(postings, prefixShare);
        }
        return scores;
    }
}
/** The words of a query; fillers only where there is nothing else. */
function listWanted(query) {
    const words = [...new Set(splitWords(query))];
    const telling = words.filter((word) => !fillers.has(word));
    return (telling.length > 0 ? telling : words).slice(0, maximalWords);
}
