import type { Json } from '../../../core/model/json.js';
import { splitWords } from '../../../feature-kit/resolve/create-names.js';
import { singular } from './words.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words that can mean anything. */
const genericWords = words(
  'option data param parameter config configuration setting arg argument input payload object prop property origin info ' +
    'extra other misc kind variant thing spec definition',
);

/** Words of numbers that need a unit. */
const unitWords = words(
  'length duration delay timeout age interval radius distance period ttl wait spacing margin padding thickness speed size',
);

/** Short words and abbreviations that everyone knows. */
const knownShort = words(
  'id ids q x y z n to cc ip os db url uri sql xml html css csv pdf svg png jpg gif js ts md tag key env var max min num ' +
    'lat lon lng long pid ssl tls tcp udp dns ssh ftp http https api app cmd dir src dst ref row col top end by type from sku ' +
    'isbn pmid doi ui page file path name day year text code user sort mode repo team lang city zip utc tz sha bcc bpm fps dpi rgb ' +
    'hex k8s ns cpu ram gpu vm vpc arn ms px kb mb gb kg km cm mm hz',
);

/** Whether a name of a parameter leaves open what it means. */
export function isUnexplained(name: string, types: ReadonlySet<string>): boolean {
  const parts = splitWords(name).map((word) => word.toLowerCase());
  const last = singular(parts.at(-1) ?? '');
  if (parts.some(isAbbreviation)) return true;
  if (genericWords.has(last) && parts.length === 1) return true;
  const isNumber = types.has('integer') || types.has('number');
  // Whether the first one is 0 or 1 is open.
  if (/^(?:index|indice|idx)$/u.test(last)) return true;
  if (isNumber && unitWords.has(last) && !/^page_?size$/iu.test(name)) return true;
  return types.has('string') && /^(?:colou?r|date|datetime|timestamp|timeframe)$/u.test(last);
}

/** Whether a word is a letter, or consists of consonants. */
function isAbbreviation(word: string): boolean {
  if (/\d/u.test(word) || knownShort.has(word)) return false;
  return word.length === 1 || (word.length <= 5 && !/[aeiouy]/u.test(word));
}

/** Codes that everyone knows. */
const knownCodes = words(
  'on off up down yes no asc desc get put post head patch delete options trace json xml csv pdf png jpg jpeg gif svg ' +
    'webp html css md txt sql tsv yaml yml toml mp3 mp4 wav ogg zip tar gz js ts jsx tsx py go rs cpp sh km px cm mm kg ' +
    'lb in ft mi utc gmt usd eur gbp http https tcp udp ssh ftp api url id uuid sha md5 sha1 sha256 left right all ' +
    'any none and or not min max avg sum xs sm lg xl md low mid high red tls ssl dns cpu gpu ram day week month year',
);

/** Whether a value of an enum is a code: a number, or letters that are no word. */
export function isOpaque(value: Json): boolean {
  if (typeof value === 'number') return true;
  if (typeof value !== 'string' || value === '') return false;
  const text = value.toLowerCase();
  if (
    knownCodes.has(text) ||
    /^[a-z]{2,3}[-_][a-z]{2,4}$/u.test(text) ||
    /^\d+\s?(?:d|h|m|s|w|y|mo|min|px|wk|days?)$/u.test(text)
  )
    return false;
  if (/[^\p{ASCII}]/u.test(text)) return false;
  const letters = text.replaceAll(/[^a-z]/gu, '');
  if (letters.length <= 2) return /[a-z\d]/u.test(text);
  return letters.length <= 5 && !/[aeiouy]/u.test(letters);
}
