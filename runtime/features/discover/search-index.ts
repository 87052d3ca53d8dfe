import { listTexts, weights, type SearchedOperation } from './operation-texts.js';
import { shapeOf, type OperationShape } from './operation-shape.js';
import { isFiller, readQuery, type Term, type Wanted } from './read-query.js';
import { actionOf, type Action } from './verbs.js';
import { WordCache } from './word-cache.js';

/** Saturation of frequencies: a larger value makes repetitions count more. */
const saturation = 6;
/** Reduction of the weight of words in long text, from 0 to 1. */
const lengthShare = 0.5;
/** Weight of a word that only begins with the wanted word. */
const prefixShare = 0.5;
/** Weight of a word that the wanted word begins with: "assign" for "assignee". */
const shorterShare = 0.3;
/** Minimum length of such a word, and how much longer the wanted word can be. */
const minShorter = 4;
const maxEnding = 4;
/** Weight of a word with a similar meaning. */
const synonymShare = 0.5;
/** Minimum length of a wanted word that can match the beginning of a longer word. */
const minPrefix = 3;
/** Weight of a word without its prefix: "tag" for "untag". */
const prefixedShare = 0.7;
/** Exponent that favors operations with all words of a query over operations with only some. */
const coverage = 1.5;
/** Weight of the share of an operation's name that the query contains. */
const precision = 2;
/** Factor for an operation whose resource the query does not mention. */
const otherTarget = 0.7;
/** Factors for operations that, like the query, are about several items or about the caller. */
const samePlural = 1.2;
const sameOwner = 1.5;
/** Factor for an operation that changes all items of a collection, where the query does not ask for several. */
const tooMany = 0.75;
/** Penalty per path segment: operations on main resources of an API rank before operations on details. */
const depthLoss = 0.03;
const maxDepth = 10;

/** Match of operation actions (inner keys) with the wanted action (outer keys). */
const fits: { readonly [wanted in Action]: { readonly [action in Action]: number } } = {
  create: { create: 1, act: 0.8, update: 0.75, read: 0.4, delete: 0.35 },
  read: { read: 1, act: 0.35, create: 0.35, update: 0.3, delete: 0.25 },
  update: { update: 1, act: 0.8, create: 0.75, read: 0.4, delete: 0.4 },
  delete: { delete: 1, act: 0.8, create: 0.5, update: 0.5, read: 0.4 },
  act: { act: 1, create: 0.9, update: 0.9, delete: 0.8, read: 0.5 },
};

/** An operation that has a word, and the weighted frequency of the word. */
type Posting = readonly [entry: number, frequency: number];

/** Facts about an operation, apart from the frequencies of its words. */
interface Entry {
  /** Stems of the name and of the title. */
  readonly heads: readonly (readonly string[])[];
  /** Absent for a tool that is not an API operation. */
  readonly shape: OperationShape | undefined;
  /** Whether the operation changes all items of a collection, one of which another operation changes in the same way. */
  readonly isBulk: boolean;
}

/** The operations that match one word of a query. */
interface Match {
  readonly weight: number;
  readonly rarity: number;
  /** Matched words: the wanted word, its synonyms, or words that begin with it. */
  readonly words: ReadonlySet<string>;
  /** Score, and how well the word matched (0 to 1), by operation. */
  readonly scores: ReadonlyMap<number, { readonly score: number; readonly share: number }>;
}

/** An operation that matches a query. */
export interface Ranked {
  /** Position among the operations. */
  readonly position: number;
  /** Relevance relative to the other results. */
  readonly score: number;
  /** Share of the query that the operation covers, from 0 to 1: rare words count more. */
  readonly coverage: number;
  /** Whether the name or title has the verb of the query; `true` for a query without a verb. */
  readonly hasVerb: boolean;
}

/**
 * Full-text search over operations. Words are stemmed, have synonyms, and are weighted by BM25F (rare words count more,
 * words in long text less). Operations rank higher if they have all words of the query, and if the query contains their
 * name. If they have a method and a path, they also rank higher if their action matches and if the query contains their
 * resource.
 *
 * @see https://en.wikipedia.org/wiki/Okapi_BM25
 */
export class SearchIndex {
  readonly #entries: readonly Entry[];
  readonly #postings = new Map<string, Posting[]>();
  /** All words in order, to find those that begin with a word. */
  readonly #words: readonly string[];

  constructor(operations: readonly SearchedOperation[]) {
    const cache = new WordCache();
    const originals = operations.map(listTexts);
    const texts = originals.map((fields) => fields.map((text) => cache.stems(text)));
    const single = new Set(operations.flatMap(({ request }) => readItemChange(request) ?? []));
    this.#entries = operations.map(({ name, request }, entry) => ({
      isBulk: single.has(request.replace(/\/$/u, '')),
      heads: (texts[entry] ?? []).slice(0, 2).map((words) => words.filter((word) => !isFiller(word))),
      shape: request === '' ? undefined : shapeOf(name, originals[entry]?.[1] ?? '', request, cache),
    }));
    const means = weights.map((_weight, kind) => meanLength(texts.map((fields) => fields[kind] ?? [])));
    texts.forEach((fields, entry) => {
      const frequencies = new Map<string, number>();
      fields.forEach((words, kind) => {
        const share = (weights[kind] ?? 0) / (1 - lengthShare + (lengthShare * words.length) / (means[kind] || 1));
        for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + share);
      });
      for (const [word, frequency] of frequencies) {
        const postings = this.#postings.get(word);
        if (postings) postings.push([entry, frequency]);
        else this.#postings.set(word, [[entry, frequency]]);
      }
    });
    this.#words = [...this.#postings.keys()].toSorted();
  }

  /** Returns what an operation is about, as stems, which are the same for all operations on a resource. */
  subjectOf(position: number): string {
    const { heads = [], shape } = this.#entries[position] ?? {};
    const nouns = shape?.subject ?? heads[0]?.filter((stem) => actionOf(stem) === undefined) ?? [];
    return nouns.join(' ');
  }

  /** Returns what an operation does; `undefined` for a tool that is not an API operation. */
  actionOf(position: number): Action | undefined {
    return this.#entries[position]?.shape?.action;
  }

  /**
   * Returns the operations that match a query at least partly, best first; all operations for a query without words.
   */
  search(query: string): readonly Ranked[] {
    const wanted = readQuery(query);
    if (wanted.terms.length === 0) {
      return this.#entries.map((_entry, position) => ({ position, score: 0, coverage: 0, hasVerb: true }));
    }
    const all = wanted.terms.map((term) => this.#match(term));
    const matches = all.filter(({ scores }) => scores.size > 0);
    const words = new Set(matches.flatMap((match) => [...match.words]));
    const best = matches.reduce((sum, { weight, rarity }) => sum + weight * rarity, 0);
    const known = sumWeights(matches) / sumWeights(all);
    return this.#sum(matches)
      .map(({ position, score, covered }) => ({
        position,
        score: score * (covered / best) ** coverage * this.#fit(position, wanted, words),
        coverage: (covered / best) * known,
        hasVerb: this.#hasVerb(position, wanted),
      }))
      .toSorted((first, second) => second.score - first.score || first.position - second.position);
  }

  /** Sums the scores and the covered shares of the query, by operation. */
  #sum(matches: readonly Match[]): readonly Sum[] {
    const sums = new Map<number, { position: number; score: number; covered: number }>();
    for (const { weight, rarity, scores } of matches) {
      for (const [position, { score, share }] of scores) {
        const sum = sums.get(position) ?? { position, score: 0, covered: 0 };
        sum.score += weight * score;
        sum.covered += weight * rarity * share;
        sums.set(position, sum);
      }
    }
    return [...sums.values()];
  }

  /** Returns how well an operation matches the query, apart from word frequencies. */
  #fit(entry: number, wanted: Wanted, words: ReadonlySet<string>): number {
    const { heads, shape, isBulk } = this.#entries[entry] as Entry;
    const named = 1 + precision * Math.max(...heads.map((head) => shareOf(head, words)));
    if (shape === undefined) return named;
    const target = shape.target.length === 0 ? 1 : shareOf(shape.target, words);
    return (
      named *
      (otherTarget + (1 - otherTarget) * target) *
      (wanted.action === undefined ? 1 : fits[wanted.action][shape.action]) *
      (wanted.isPlural && shape.isCollection ? samePlural : 1) *
      (isBulk && !wanted.isPlural ? tooMany : 1) *
      (wanted.isOwn && shape.isOwn ? sameOwner : 1) *
      (1 - depthLoss * Math.min(shape.depth, maxDepth))
    );
  }

  #hasVerb(entry: number, { verb }: Wanted): boolean {
    return verb === undefined || this.#entries[entry]?.heads.some((head) => head.includes(verb)) === true;
  }

  /** Matches one word of a query, its synonyms, and words that begin with it. */
  #match({ stem, synonyms, weight }: Term): Match {
    const shares = new Map<string, number>(synonyms.map((word) => [word, synonymShare]));
    const exact = this.#postings.get(stem)?.length ?? 0;
    if (exact === 0) {
      for (const word of listShorter(stem)) if (!shares.has(word)) shares.set(word, shorterShare);
      const [, rest] = prefixed.exec(stem) ?? [];
      if (rest !== undefined) shares.set(rest, prefixedShare);
    }
    for (const word of this.#listLonger(stem)) shares.set(word, prefixShare);
    shares.set(stem, 1);
    const words = new Set<string>();
    const scores = new Map<number, { score: number; share: number }>();
    for (const [word, share] of shares) {
      const postings = this.#postings.get(word);
      if (!postings) continue;
      words.add(word);
      // A rare synonym of a frequent word must not count more than the word.
      const rarity = this.#rarityOf(Math.max(postings.length, exact));
      for (const [entry, frequency] of postings) {
        const score = (share * rarity * frequency) / (frequency + saturation);
        if (score > (scores.get(entry)?.score ?? 0)) scores.set(entry, { score, share: Math.sqrt(share) });
      }
    }
    return { weight, rarity: this.#rarityOf(exact || scores.size), words, scores };
  }

  /** Lists the words that begin with a stem, without the stem. */
  #listLonger(stem: string): readonly string[] {
    if (stem.length < minPrefix) return [];
    let start = 0;
    for (let end = this.#words.length; start < end;) {
      const middle = (start + end) >> 1;
      if ((this.#words[middle] as string) <= stem) start = middle + 1;
      else end = middle;
    }
    let end = start;
    while (this.#words[end]?.startsWith(stem) === true) end += 1;
    return this.#words.slice(start, end);
  }

  #rarityOf(count: number): number {
    return Math.log(1 + (this.#entries.length - count + 0.5) / (count + 0.5));
  }
}

/** Sum of the scores of an operation, and of the weights of the words that it has. */
interface Sum {
  readonly position: number;
  readonly score: number;
  readonly covered: number;
}

/** Prefixes that reverse or repeat an action. */
const prefixed = /^(?:un|re|de|dis)(\p{L}{3,})$/u;

/** Lists the beginnings of a stem that can be words of their own. */
function listShorter(stem: string): readonly string[] {
  const shortest = Math.max(minShorter, stem.length - maxEnding);
  return Array.from({ length: Math.max(0, stem.length - shortest) }, (_, index) => stem.slice(0, shortest + index));
}

function sumWeights(matches: readonly Match[]): number {
  return matches.reduce((sum, { weight }) => sum + weight, 0);
}

function meanLength(texts: readonly (readonly string[])[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
}

/** Returns the share of words that are in a set; 0 without words. */
function shareOf(words: readonly string[], set: ReadonlySet<string>): number {
  return words.length === 0 ? 0 : words.filter((word) => set.has(word)).length / words.length;
}

/** Returns the request that changes all items where a request changes one: `DELETE /users` for `DELETE /users/{id}`. */
function readItemChange(request: string): string | undefined {
  return /^((?:PUT|PATCH|DELETE) .+)\/\{[^/{}]+\}\/?$/iu.exec(request)?.[1];
}
