import { stemWord } from './stem-word.js';

/** Phrases that do not mean what their individual words mean, and their synonyms. */
const phrases = Object.entries({
  'all at once': 'bulk',
  'at once': 'bulk batch',
  'at the same time': 'bulk',
  'back up': 'backup',
  'bring back': 'restore',
  'by hand': 'manual trigger',
  'call off': 'cancel',
  'find out': 'get',
  'get back': 'restore',
  'get rid of': 'delete',
  'get told': 'notify subscribe webhook',
  'give away': 'transfer',
  'hand over': 'transfer',
  'how many': 'count',
  'how much': 'amount',
  'in one go': 'bulk',
  'kick out': 'remove',
  'let know': 'notify',
  'let in': 'invite',
  'log in': 'login',
  'log out': 'logout',
  'logged in': 'login',
  'look up': 'search',
  'money back': 'refund',
  'out loud': 'speech',
  'pay back': 'refund',
  'set up': 'create',
  'shut down': 'stop',
  'sign in': 'login',
  'sign out': 'logout',
  'sign up': 'register',
  'switch off': 'disable',
  'switch on': 'enable',
  'take away': 'remove',
  'take back': 'revoke',
  'take down': 'delete',
  'take off': 'remove',
  'throw away': 'delete',
  'throw out': 'remove',
  'turn off': 'disable',
  'turn on': 'enable',
  'up and running': 'health',
  'who am i': 'whoami user',
  'write down': 'record',
}).map(([phrase, meaning]) => ({ stems: phrase.split(' ').map(stemWord), meaning: meaning.split(' ') }));

/** Abbreviations and their meanings. */
const abbreviations: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    admin: ['administrator'],
    app: ['application'],
    auth: ['authentication', 'authorization'],
    config: ['configuration'],
    db: ['database'],
    dm: ['direct', 'message'],
    doc: ['document'],
    docs: ['documents'],
    env: ['environment'],
    info: ['information'],
    msg: ['message'],
    org: ['organization'],
    pic: ['picture'],
    pr: ['pull', 'request'],
    repo: ['repository'],
    repos: ['repositories'],
    ws: ['workspace'],
  }),
);

/** Maximum number of words between the two words of a phrase: "switch the old one off". */
const maxGap = 3;

/** Words of a query, after phrases are replaced. */
export interface ReadPhrases {
  /** Words with the meaning of the phrases. */
  readonly meanings: readonly string[];
  /** The other words, with abbreviations expanded. */
  readonly words: readonly string[];
  /** The words of the phrases as they are written. */
  readonly literals: readonly string[];
}

/** Finds phrases and abbreviations among the words of a query. */
export function readPhrases(words: readonly string[]): ReadPhrases {
  const stems = words.map(stemWord);
  const used = new Set<number>();
  const meanings = phrases.flatMap(({ stems: wanted, meaning }) => {
    const places = findPhrase(stems, wanted);
    if (places.length === 0 || places.some((place) => used.has(place))) return [];
    for (const place of places) used.add(place);
    return meaning;
  });
  const others = words.filter((_word, place) => !used.has(place));
  const literals = words.filter((_word, place) => used.has(place));
  return { meanings, words: others.flatMap((word) => [word, ...(abbreviations.get(word) ?? [])]), literals };
}

/** Finds the positions of the words of a phrase; empty if the phrase is absent. */
function findPhrase(stems: readonly string[], wanted: readonly string[]): readonly number[] {
  const [first = '', second = '', ...more] = wanted;
  for (const [start, stem] of stems.entries()) {
    if (stem !== first) continue;
    if (more.length > 0) {
      if (wanted.every((word, offset) => stems[start + offset] === word))
        return wanted.map((_word, offset) => start + offset);
      continue;
    }
    const end = stems.slice(start + 1, start + 2 + maxGap).indexOf(second);
    if (end >= 0) return [start, start + 1 + end];
  }
  return [];
}
