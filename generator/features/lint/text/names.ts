import type { Json } from '../../../core/model/json.js';
import { splitWords } from '../../../feature-kit/resolve/create-names.js';
import { singular } from './words.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words that explain a parameter as a whole name or as its last word. */
const clearWords = words(
  'query url uri path file filename folder directory name title description text content body message email address ' +
    'city country state street zip latitude longitude lat lon lng owner repo repository branch username user password ' +
    'token symbol ticker keyword keyword language lang locale timezone currency amount price date year month day hour ' +
    'minute limit offset page count width height size color colour width label tag category subject author language ' +
    'prompt question answer comment note reason host port database table column schema collection index command ' +
    'code sql html css json xml markdown image audio video document search filter sort order direction format ' +
    'start end from to since until timeout phone number ip domain id ids uuid slug key value version status priority type ' +
    'location region project workspace team channel organization org company issue task event session ' +
    'latitude longitude x y z recipient sender cc bcc attachment filter header cookie method headline summary',
);

/** Words that explain a parameter only next to another word. */
const dependent = words(
  'id ids key value type x y z number size order format code index start end from to status state name date time',
);

/** Whether a name of a parameter explains it. */
export function explainsItself(name: string): boolean {
  const parts = splitWords(name).map((word) => singular(word.toLowerCase()));
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (
    /^(?:is|has|include|exclude|with|enable|disable|show|hide|use|allow|max|min|num|no|only|dry|force|recursive)$/u.test(
      first,
    )
  )
    return parts.length > 1 || /^(?:recursive|force)$/u.test(first);
  if (!clearWords.has(last)) return false;
  return parts.length > 1 ? true : !dependent.has(last);
}

/** Codes that everyone knows. */
const knownCodes = words(
  'on off up down yes no asc desc get put post head patch delete options trace json xml csv pdf png jpg jpeg gif svg ' +
    'webp html css md txt sql tsv yaml yml toml mp3 mp4 wav ogg zip tar gz js ts jsx tsx py go rs cpp sh km px cm mm kg ' +
    'lb in ft mi utc gmt usd eur gbp http https tcp udp ssh ftp api url id uuid sha md5 sha1 sha256 left right all ' +
    'any none and or not min max avg sum xs sm lg xl md low mid high red tls ssl dns cpu gpu ram day week month year llm ui',
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
  if (letters.length <= 2) return true;
  return letters.length <= 5 && !/[aeiouy]/u.test(letters);
}
