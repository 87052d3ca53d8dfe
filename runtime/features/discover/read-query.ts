import { readPhrases } from './phrases.js';
import { splitWords } from './split-words.js';
import { stemWord } from './stem-word.js';
import { actionOf, type Action } from './verbs.js';
import { synonymsOf } from './word-groups.js';

/** A search term. */
export interface Term {
  readonly stem: string;
  /** Stems of words that can replace it. Other words of the query are excluded, so that one word matches one term. */
  readonly synonyms: readonly string[];
  /** Weight of the word, from 0 to 1. */
  readonly weight: number;
}

/** A parsed query. */
export interface Wanted {
  /** Search terms; empty for a query without words. */
  readonly terms: readonly Term[];
  /** The wanted action; absent if the query begins with neither a verb nor a question word. */
  readonly action?: Action;
  /** Stem of the verb that the query begins with. */
  readonly verb?: string;
  /** Whether several items are wanted: "all", "every", "which". */
  readonly isPlural: boolean;
  /** Whether the query is about the caller: "my", "me". */
  readonly isOwn: boolean;
}

/** Maximum number of search terms; more are ignored. */
const maxTerms = 32;
/** Maximum number of words of a query that are read. */
const maxWords = 128;
/** Weight of a verb, which is low because most operations express their action by the method. */
const verbWeight = 0.8;
/** Weight of a word with digits, which is mostly the value of an argument. */
const numberWeight = 0.3;
/** Weight of a word of a phrase that does not mean what its words mean. */
const literalWeight = 0.3;

const listOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words that are ignored in a query with other words. */
const fillers = listOf(
  'a already am an and any anybody anything are as at back be been being but by can could did do does for from had has have having here how i if in into is it its just let like me mine my myself need now of off on one ones onto or our out over own please s shall should so somebody someone something t than that the their them there these they thing things this those to too under up us want was we were what when where whether which whose will with without would yet you your',
);
const ownWords = listOf('i me mine my myself our own us we');
const pluralWords = listOf('all batch bulk each every everybody everyone everything list many multiple several which');
const questionWords = listOf('are did does has have how is was were what when where which who whose why');
/** Articles: an unknown word before an article, at the beginning of a query, is an imperative: "star a repository". */
const articles = listOf('a all an my some somebody someone that the this');

/**
 * Nouns that are verbs at the beginning of a query, before an article or one of the words below: "comment on a page".
 */
const nounVerbs = listOf('bookmark comment favorite like message rate react reply review star tag text vote');
const particles = listOf('about for on to with');

/** Polite openings before the verb of a query. */
const openings =
  /^(?:please )?(?:how (?:can|could|do|should|would) (?:i|one|we|you) |how to |(?:can|could|would) (?:i|we|you) |(?:i|we) (?:d like|need|want|would like) to |(?:help|let) me )?/u;

/** Whether a word says nothing about the wanted operation. */
export function isFiller(word: string): boolean {
  return fillers.has(word);
}

/** Endings that are not words: "what's", "we're". */
const contractions = /(?<=\p{L})['’](?:s|re|ve|ll|d|m)(?!\p{L})/gu;

/** Parses a natural-language query. Fillers count only if there are no other words. */
export function readQuery(query: string): Wanted {
  const all = splitWords(query.replace(contractions, '')).slice(0, maxWords);
  const { meanings, words, literals } = readPhrases(all);
  const telling = [...meanings, ...words.filter((word) => !isFiller(word))];
  const stems = stemAll(telling.length > 0 ? telling : words);
  const others = stemAll(literals.filter((word) => !isFiller(word))).filter((stem) => !stems.includes(stem));
  const action = findAction(all, words[0] === all[0] ? [] : meanings);
  return {
    terms: [
      ...stems.map((stem) => ({
        stem,
        synonyms: synonymsOf(stem).filter((other) => !stems.includes(other)),
        weight: weightOf(stem),
      })),
      ...others.map((stem) => ({ stem, synonyms: [], weight: literalWeight })),
    ].slice(0, maxTerms),
    ...action,
    isPlural: all.some((word) => pluralWords.has(word)),
    isOwn: all.some((word) => ownWords.has(word)),
  };
}

function stemAll(words: readonly string[]): readonly string[] {
  return [...new Set(words.map(stemWord))];
}

function weightOf(stem: string): number {
  if (/\d/u.test(stem)) return numberWeight;
  return actionOf(stem) === undefined ? 1 : verbWeight;
}

/**
 * Finds the action of a query that begins with a question word or a verb, after polite openings.
 *
 * @param meanings Meanings of a phrase at the beginning of the query, if there is one.
 */
function findAction(words: readonly string[], meanings: readonly string[]): Pick<Wanted, 'action' | 'verb'> {
  const [first = '', next = ''] = words.join(' ').replace(openings, '').split(' ', 2);
  if (questionWords.has(first)) return { action: 'read' };
  const verb = stemWord(meanings[0] ?? first);
  if (nounVerbs.has(first) && (articles.has(next) || particles.has(next))) return { action: 'create', verb };
  const action = actionOf(verb) ?? (articles.has(next) ? 'act' : undefined);
  return action === undefined ? {} : { action, verb };
}
