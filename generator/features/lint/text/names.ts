import type { Json } from '../../../core/model/json.js';
import { splitWords } from '../../../feature-kit/resolve/create-names.js';
import { singular } from './words.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words that explain a parameter as a whole name or as its last word. */
const clearWords = words(
  'query url uri path file filename folder directory name title description text content body message email address ' +
    'city country state street zip latitude longitude lat lon lng owner repo repository branch username user password ' +
    'token symbol ticker keyword language lang locale timezone currency amount price year month day hour minute limit ' +
    'offset page count width height label tag category subject author prompt question answer comment note reason host ' +
    'port database table column schema collection command code sql html css json xml yaml markdown image audio video ' +
    'document search sort direction format parent start end from to since until phone number ip domain id uuid slug ' +
    'key value version status priority type location region project workspace team channel organization org company ' +
    'issue task event session sender recipient cc bcc attachment filter header cookie method headline summary source ' +
    'destination diagram n model expression script entity observation node date time template field package library ' +
    'module class function dependency cursor namespace result archived concurrency trash',
);

/** Words that explain a parameter only next to another word. */
const dependent = words('n type from to number status format start end date time node code filter entity state');

/** Names that explain themselves although their words do not. */
const clearNames = words(
  'recursive force overwrite verbose confirm k8s pid page_size pageSize per_page perPage mobile archived',
);

/** Beginnings of names of flags. */
const flags = words('is has include exclude with enable disable show hide use allow no only dry ignore skip');

/** Endings of names that tell a unit. */
const units = /(?:ms|milliseconds?|seconds?|minutes?|days?|bytes|px|pixels|percent)$/iu;

/** Whether a name of a parameter explains it. */
export function explainsItself(name: string): boolean {
  const parts = splitWords(name).map((word) => singular(word.toLowerCase()));
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (clearNames.has(name) || units.test(name)) return true;
  if (parts.length === 1) return clearWords.has(last) && !dependent.has(last);
  return flags.has(first) || clearWords.has(last);
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
