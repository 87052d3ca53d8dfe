/** Words that the rules would stem incorrectly, and their stems. */
const exceptions: ReadonlyMap<string, string> = new Map(
  'skis:ski skies:sky idly:idl gently:gentl ugly:ugli early:earli only:onli singly:singl sky:sky news:news howe:howe atlas:atlas cosmos:cosmos bias:bias andes:andes'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** Words that are not stemmed further once a plural ending is removed. */
const finished: ReadonlySet<string> = new Set(
  'inning outing canning herring earring evening proceed exceed succeed'.split(' '),
);

/** Replacement of a suffix; `before` restricts the letters before it. */
interface Rule {
  readonly suffix: string;
  readonly by: string;
  readonly before?: RegExp;
  /** Whether the suffix must be in the second region. */
  readonly isLate?: true;
}

/**
 * Parses `suffix:replacement` pairs. Longer suffixes come first, because only the longest matching suffix is a
 * candidate.
 */
function parseRules(text: string, special: readonly Rule[] = []): readonly Rule[] {
  const plain = text.split(' ').map((pair): Rule => {
    const [suffix = '', by = ''] = pair.split(':');
    return { suffix, by };
  });
  return [...plain, ...special].toSorted((first, second) => second.suffix.length - first.suffix.length);
}

const derivations = parseRules(
  'tional:tion enci:ence anci:ance abli:able entli:ent izer:ize ization:ize ational:ate ation:ate ator:ate alism:al aliti:al alli:al fulness:ful ousli:ous ousness:ous iveness:ive iviti:ive biliti:ble bli:ble fulli:ful lessli:less',
  [
    { suffix: 'ogi', by: 'og', before: /l$/u },
    { suffix: 'ogist', by: 'og' },
    { suffix: 'li', by: '', before: /[cdeghkmnrt]$/u },
  ],
);

const endings = parseRules('tional:tion ational:ate alize:al icate:ic iciti:ic ical:ic ful: ness:', [
  { suffix: 'ative', by: '', isLate: true },
]);

const lateEndings = parseRules('al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize', [
  { suffix: 'ion', by: '', before: /[st]$/u },
]);

/** Maximum length of a word that is stemmed. */
const maxWord = 40;

/**
 * Returns the stem of an English word by the rules of the Snowball project (Porter 2): `creating`, `created` and
 * `creates` become `creat`. Words with characters other than `a` to `z` are returned unchanged.
 *
 * @param word Word in lower case.
 * @see https://snowballstem.org/algorithms/english/stemmer.html
 */
export function stemWord(word: string): string {
  if (word.length < 3 || word.length > maxWord || !/^[a-z]+$/u.test(word)) return word;
  const exception = exceptions.get(word);
  if (exception !== undefined) return exception;
  const marked = word.replace(/^y/u, 'Y').replace(/(?<=[aeiouy])y/gu, 'Y');
  const singular = removePlural(marked);
  if (finished.has(singular)) return singular;
  const [first, second] = findRegions(marked);
  const base = replaceY(removePast(singular, first));
  const derived = applyRules(applyRules(base, derivations, first, second), endings, first, second);
  return removeLast(applyRules(derived, lateEndings, second, second), first, second).toLowerCase();
}

/** Finds the offsets after the first and the second syllable that ends in a consonant. */
function findRegions(word: string): readonly [first: number, second: number] {
  const syllable = /^[^aeiouy]*[aeiouy]+[^aeiouy]/u;
  const first =
    (/^(?:arsen|commun|emerg|gener|inter|later|organ|past|univers)/u.exec(word) ?? syllable.exec(word))?.[0].length ??
    word.length;
  const rest = syllable.exec(word.slice(first))?.[0].length;
  return [first, rest === undefined ? word.length : first + rest];
}

function removePlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/ie[ds]$/u.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  const isPlural = word.endsWith('s') && !/[us]s$/u.test(word);
  return isPlural && /[aeiouy]/u.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function removePast(word: string, first: number): string {
  const agreed = /eed(?:ly)?$/u.exec(word);
  if (agreed) return agreed.index >= first ? `${word.slice(0, agreed.index)}ee` : word;
  const ending = /(?:ed|edly|ing|ingly)$/u.exec(word);
  const stem = word.slice(0, ending?.index);
  if (!ending || !/[aeiouy]/u.test(stem)) return word;
  if (ending[0] === 'ing' && /^[^aeiouy]y$/u.test(stem)) return `${stem.slice(0, 1)}ie`;
  if (/(?:at|bl|iz)$/u.test(stem)) return `${stem}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/u.test(stem) && !/^[aeo]..$/u.test(stem)) return stem.slice(0, -1);
  return first >= stem.length && endsShort(stem) ? `${stem}e` : stem;
}

/** Whether a word ends in a short syllable, such as `rap` and `trap`. */
function endsShort(word: string): boolean {
  return word === 'past' || /[^aeiouy][aeiouy][^aeiouywxY]$/u.test(word) || /^[aeiouy][^aeiouy]$/u.test(word);
}

function replaceY(word: string): string {
  return /.[^aeiouy][yY]$/u.test(word) ? `${word.slice(0, -1)}i` : word;
}

function applyRules(word: string, rules: readonly Rule[], region: number, second: number): string {
  const rule = rules.find(({ suffix }) => word.endsWith(suffix));
  if (!rule) return word;
  const stem = word.slice(0, -rule.suffix.length);
  const begins = rule.isLate ? second : region;
  return stem.length >= begins && (rule.before?.test(stem) ?? true) ? stem + rule.by : word;
}

function removeLast(word: string, first: number, second: number): string {
  const stem = word.slice(0, -1);
  if (word.endsWith('e')) {
    return stem.length >= second || (stem.length >= first && !endsShort(stem)) ? stem : word;
  }
  return stem.length >= second && word.endsWith('ll') ? stem : word;
}
