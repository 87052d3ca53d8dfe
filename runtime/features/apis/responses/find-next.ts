import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import type { Paging, PagingParameter } from '../forward-definition.js';
import { boundValue, type BoundedValue } from './bound-value.js';
import { findList, type FoundList } from './find-list.js';
import { isScalar } from './map-json.js';
import type { ResponseFacts } from './read-facts.js';
import type { TruncatedList } from './truncate-value.js';

/** The next page of a response. */
export interface NextPage {
  /** Value of the argument that requests the page: `page=2`. */
  readonly value: string;
  /** Whether it begins after the last kept item; otherwise it begins after the last item of the API response. */
  readonly followsKept: boolean;
}

/** Response and the input of its call. */
export interface PagedResponse {
  readonly input: unknown;
  /** The whole value, unchanged. */
  readonly value: unknown;
  readonly facts: ResponseFacts;
  /** The bounded value, if the value was bounded. */
  readonly bounded?: BoundedValue | undefined;
  /** Kept items of the value's list. Absent: all items. */
  readonly list?: TruncatedList | undefined;
}

/**
 * Finds the next page of a response: after the items that were kept, in the `Link` header, as a URL or a cursor in the
 * value, or by counting. It only contains the operation's own paging parameters, regardless of the API response.
 */
export function findNext({ parameters }: Paging, paged: PagedResponse): NextPage | undefined {
  const { list, facts } = paged;
  const { value, wholeLists } = paged.bounded ?? boundValue(paged.value, Infinity);
  const bounded: BoundedResponse = { ...paged, findList: () => findList(value, wholeLists) };
  const byRole = (role: PagingParameter['role']) => parameters.find((parameter) => parameter.role === role);
  const kept = list && countOn(byRole, bounded, list.kept);
  if (kept !== undefined) return { value: encode(kept), followsKept: true };
  const envelope = readEnvelope(value);
  if (envelope.isLast) return undefined;
  const found =
    readUrl(facts.nextUrl, parameters) ??
    readUrl(envelope.url, parameters) ??
    readCursor(envelope.cursor, byRole) ??
    countPages(byRole, bounded, envelope);
  return (
    found && {
      value: encode([...repeatSize(byRole('size'), bounded.input), ...found]),
      followsKept: list === undefined,
    }
  );
}

interface BoundedResponse extends PagedResponse {
  /** Finds the main list of the response. */
  readonly findList: () => FoundList | undefined;
}

/** Value of a parameter. Integers that a number cannot hold are `bigint`s. */
type Value = string | number | bigint;
type Pairs = readonly (readonly [key: string, value: Value])[];
type FindRole = (role: PagingParameter['role']) => PagingParameter | undefined;

/** Repeats the requested page size, which can come from the previous next-page argument. */
function repeatSize(size: PagingParameter | undefined, input: unknown): Pairs {
  const value =
    size !== undefined && isJsonObject(input) && Object.hasOwn(input, size.key) ? input[size.key] : undefined;
  return size !== undefined && Number.isSafeInteger(value) ? [[size.key, Number(value)]] : [];
}

/** Maximum length of a page URL, in characters. */
const maxUrl = 16_384;

/** Maximum length of a parameter value, in characters. */
const maxValue = 2048;

function encode(pairs: Pairs): string {
  return pairs.map(([key, value]) => `${key}=${escape(String(value))}`).join('&');
}

/** Encodes the characters that would end or change the value. */
function escape(text: string): string {
  return text.replaceAll(/[%&\s\p{Cc}]/gu, (sign) => encodeURIComponent(sign));
}

/** Reads the paging parameters of a URL. */
function readUrl(url: string | undefined, parameters: readonly PagingParameter[]): Pairs | undefined {
  if (url === undefined || url.length > maxUrl) return undefined;
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1).split('#', 1)[0]);
  const pairs = parameters.flatMap(({ name, key, role }): Pairs => {
    const value = role === 'size' ? null : query.get(name);
    return value === null || value === '' || value.length > maxValue ? [] : [[key, value]];
  });
  return pairs.length > 0 ? pairs : undefined;
}

function readCursor(cursor: Value | undefined, byRole: FindRole): Pairs | undefined {
  if (cursor === undefined || String(cursor).length > maxValue) return undefined;
  const target = byRole('cursor') ?? (typeof cursor === 'number' ? (byRole('page') ?? byRole('offset')) : undefined);
  return target && [[target.key, cursor]];
}

/** Continues after `count` items of the response's list. */
function countOn(byRole: FindRole, { input, findList: find }: BoundedResponse, count: number): Pairs | undefined {
  const after = byRole('after');
  if (after !== undefined) {
    const found = find();
    const id = idOf(found?.items[count - 1] ?? found?.whole[count - 1]);
    return id === undefined ? undefined : [[after.key, id]];
  }
  const [offset, page, size] = [byRole('offset'), byRole('page'), byRole('size')];
  if (offset !== undefined) return [[offset.key, numberAt(input, offset, 0) + count]];
  if (page === undefined || size === undefined || byRole('cursor') !== undefined) return undefined;
  const first = page.byDefault === 0 ? 0 : 1;
  const total = find()?.whole.length ?? count;
  const done = (numberAt(input, page, first) - first) * numberAt(input, size, total) + count;
  return [
    [size.key, count],
    [page.key, Math.floor(done / count) + first],
  ];
}

/** Continues by counting if the response has a full page, or reports more items. */
function countPages(byRole: FindRole, response: BoundedResponse, { hasMore, total }: Envelope): Pairs | undefined {
  const count = response.findList()?.whole.length ?? 0;
  if (count === 0) return undefined;
  const after = byRole('after');
  if (after !== undefined) return hasMore ? countOn(byRole, response, count) : undefined;
  const [offset, page, size] = [byRole('offset'), byRole('page'), byRole('size')];
  const length = size === undefined ? NaN : numberAt(response.input, size, NaN);
  const expectedTotal = total ?? response.facts.total;
  if (offset !== undefined) {
    const end = numberAt(response.input, offset, 0) + count;
    const isMore = expectedTotal === undefined ? hasMore || count === length : end < expectedTotal;
    return isMore ? [[offset.key, end]] : undefined;
  }
  if (page === undefined) return undefined;
  const first = page.byDefault === 0 ? 0 : 1;
  const current = numberAt(response.input, page, first);
  const isMore =
    expectedTotal === undefined
      ? hasMore || count === length
      : (current - first) * (length || count) + count < expectedTotal;
  return isMore ? [[page.key, current + 1]] : undefined;
}

function numberAt(input: unknown, { key, byDefault }: PagingParameter, fallback: number): number {
  const value = isJsonObject(input) && Object.hasOwn(input, key) ? Number(input[key]) : NaN;
  return Number.isSafeInteger(value) && value >= 0 ? value : (byDefault ?? fallback);
}

function idOf(item: unknown): Value | undefined {
  const id = isJsonObject(item) && Object.hasOwn(item, 'id') ? item['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? id : undefined;
}

/** Paging facts in a response. */
interface Envelope {
  readonly isLast: boolean;
  readonly hasMore: boolean;
  readonly total?: number;
  readonly url?: string;
  readonly cursor?: Value;
}

const moreNames = new Set(['hasmore', 'hasnextpage', 'hasnext', 'morerecords', 'more']);
const lastNames = new Set(['islast', 'last', 'islastpage', 'lastpage']);
const totalNames = new Set(['total', 'totalcount', 'totalresults', 'totalitems', 'totalsize']);
const nextNames = new Set(
  'next nextcursor nextpage nextpagetoken nexttoken nextpagecursor nexturl nextpageurl nextlink nexthref endcursor cursor odatanextlink continuationtoken nextcontinuationtoken after'.split(
    ' ',
  ),
);
/** Pattern for names of objects that contain paging facts. */
const envelopeName = /^(?:_?links?|meta|metadata|response_?metadata|pag\w*|cursors?|next|result_?info)$/iu;

/** Maximum number of examined members of an object, of characters in their names, and of nested objects. */
const maxMembers = 100;
const maxName = 100;
const maxLevels = 3;

function readEnvelope(value: unknown): Envelope {
  const found: { isLast?: boolean; hasMore?: boolean; total?: number; url?: string; cursor?: Value } = {};
  const read = (object: JsonObject, level: number, inherited: string): void => {
    for (const key of Object.keys(object).slice(0, maxMembers)) {
      if (key.length > maxName) continue;
      const member = object[key];
      const name = key.toLowerCase().replaceAll(/[^a-z]/gu, '');
      if (isJsonObject(member) && level < maxLevels && envelopeName.test(key)) read(member, level + 1, name);
      if (!isScalar(member)) continue;
      if (moreNames.has(name) && typeof member === 'boolean') found.hasMore ??= member;
      if (lastNames.has(name) && typeof member === 'boolean') found.isLast ??= member;
      if (totalNames.has(name) && typeof member === 'number') found.total ??= member;
      if (!nextNames.has(name) && !(name === 'href' && inherited === 'next')) continue;
      if (typeof member === 'string' && /^(?:https?:\/)?\/|^\?/u.test(member)) found.url ??= member;
      else if (
        (typeof member === 'string' && member !== '') ||
        typeof member === 'number' ||
        typeof member === 'bigint'
      ) {
        found.cursor ??= member;
      }
    }
  };
  if (isJsonObject(value)) read(value, 0, '');
  const { isLast, hasMore, ...others } = found;
  return { ...others, isLast: isLast === true || hasMore === false, hasMore: hasMore === true || isLast === false };
}
