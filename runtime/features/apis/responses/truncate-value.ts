import { valueAt } from '../../../wire/value-at.js';
import type { Pause } from '../../../wire/after-turn.js';
import { boundBeginning, boundValue, type BoundedValue, type ReadParts } from './bound-value.js';
import { countJsonTokens } from './count-tokens.js';
import { dropRules } from './drop-rules.js';
import { findList, replaceAt, type FoundList } from './find-list.js';
import { limitParts, type PartLimits } from './limit-parts.js';
import { takePrefix } from './take-prefix.js';

/** A value that fits its budget. */
export interface TruncatedValue {
  readonly value: unknown;
  /** Sentences about omitted parts; empty if nothing was omitted. */
  readonly losses: readonly string[];
  /** Kept items of the longest list, if some items were omitted. */
  readonly list?: TruncatedList;
  /** The bounded value before it was truncated. Absent if the value was not bounded. */
  readonly bounded?: BoundedValue;
}

/** A list whose last items were omitted. */
export interface TruncatedList {
  /** Path of the list; empty for the value itself. */
  readonly path: string;
  readonly kept: number;
  readonly total: number;
}

const endLost = 'The end of the result is omitted.';

/**
 * Truncates a value to a token budget. A value within the budget is returned unchanged. Otherwise, rules drop rarely
 * used parts; then strings, objects and lists deep in the value are truncated; then items are omitted from the end of
 * the longest list. Each step is taken only while the value is over the budget. Each step processes only the result of
 * {@link boundValue}: first its beginning, then more if more could fit. Deterministic.
 *
 * @param pause Called between the steps.
 * @param read The parts of the value that were read. Absent: all parts.
 */
export async function truncateValue(
  value: unknown,
  maxTokens: number,
  pause: Pause,
  read?: ReadParts,
): Promise<TruncatedValue> {
  if (maxTokens === Infinity) return { value, losses: [] };
  const bounded = boundValue(value, maxTokens, read);
  if (isWhole(bounded) && countJsonTokens(value, maxTokens) <= maxTokens) return { value, losses: [], bounded };
  const beginning = boundBeginning(bounded, maxTokens);
  const first = await truncateBounded(beginning, maxTokens, pause);
  if (first.isFull || isWhole(beginning)) return { ...first.short, bounded };
  const { short } = await truncateBounded(bounded, maxTokens, pause);
  return { ...short, bounded };
}

function isWhole({ isTruncated, wholeLists, isDeep }: BoundedValue): boolean {
  return !isTruncated && !isDeep && wholeLists.size === 0;
}

/**
 * A truncated value. If it is full, all steps were taken and its end was omitted, so no more of the value would fit.
 */
interface Attempt {
  readonly short: TruncatedValue;
  readonly isFull: boolean;
}

async function truncateBounded(
  { value, wholeLists, isTruncated, isDeep }: BoundedValue,
  maxTokens: number,
  pause: Pause,
): Promise<Attempt> {
  await pause();
  const fits = (part: unknown): boolean => countJsonTokens(part, maxTokens) <= maxTokens;
  // The other steps are recursive: they call themselves for each level.
  if (isDeep) return { short: { value: takePrefix(value, maxTokens), losses: [endLost] }, isFull: false };
  const longest = findList(value, wholeLists);
  const others = wholeLists.size - (longest !== undefined && wholeLists.has(longest.items) ? 1 : 0);
  const end = isTruncated || others > 0 ? [endLost] : [];
  await pause();
  const { value: dropped, names } = await applyRules(truncateLongest(value, longest, maxTokens), maxTokens, pause);
  const losses = names.length === 0 ? [] : [`Omitted throughout: ${names.join('; ')}.`];
  const keepAll = (part: unknown, lost: readonly string[]): Attempt => ({
    short: { value: part, losses: [...lost, ...end], ...countKept(part, longest) },
    isFull: false,
  });
  if (fits(dropped)) return keepAll(dropped, losses);
  const [limited, limitLosses] = await limitUntil(dropped, maxTokens, pause);
  await pause();
  const all = [...losses, ...limitLosses];
  if (fits(limited)) return keepAll(limited, all);
  return { short: truncateEnd(limited, longest, { maxTokens, losses: all, end }), isFull: true };
}

/** Omits items from the end of the longest list of a value, and the end of the value if that is not enough. */
function truncateEnd(
  value: unknown,
  longest: FoundList | undefined,
  {
    maxTokens,
    losses,
    end,
  }: { readonly maxTokens: number; readonly losses: readonly string[]; readonly end: readonly string[] },
): TruncatedValue {
  const found = findList(value);
  const isSame = found?.keys.join('.') === longest?.keys.join('.');
  const list = isSame ? longest : found;
  if (found === undefined || list === undefined || list.whole.length < 2)
    return { value: takePrefix(value, maxTokens), losses: [...losses, endLost] };
  const around = countJsonTokens(replaceAt(value, found.keys, []), maxTokens);
  const kept = Math.max(countFitting(found.items, maxTokens - around), 1);
  const cut = replaceAt(value, found.keys, found.items.slice(0, kept));
  if (countJsonTokens(cut, maxTokens) <= maxTokens)
    return { value: cut, losses: [...losses, ...(isSame ? end : [endLost])], ...countKept(cut, list) };
  const prefix = takePrefix(cut, maxTokens);
  return { value: prefix, losses: [...losses, endLost], ...countKept(prefix, list) };
}

/** Counts the items of a list in a truncated value, if some items were omitted. */
function countKept(value: unknown, list: FoundList | undefined): Pick<TruncatedValue, 'list'> {
  const items = list && valueAt(value, list.keys);
  if (list === undefined || !Array.isArray(items) || items.length === list.whole.length) return {};
  return { list: { path: list.keys.join('.'), kept: items.length, total: list.whole.length } };
}

/** Truncates the longest list to one item per token, so that later steps do not copy items that cannot fit. */
function truncateLongest(value: unknown, longest: FoundList | undefined, maxTokens: number): unknown {
  if (longest === undefined || longest.items.length <= maxTokens) return value;
  return replaceAt(value, longest.keys, longest.items.slice(0, maxTokens));
}

/** A value without rarely used parts. */
export interface DroppedValue {
  readonly value: unknown;
  /** Names of the rules that omitted something. */
  readonly names: readonly string[];
}

/** Applies the rules while the value is over the budget; a value that is nested too deeply for them is unchanged. */
export async function dropUnread(value: unknown, maxTokens: number, pause: Pause): Promise<DroppedValue> {
  const tokens = countJsonTokens(value);
  return tokens === Infinity || tokens <= maxTokens ? { value, names: [] } : applyRules(value, maxTokens, pause);
}

async function applyRules(value: unknown, maxTokens: number, pause: Pause): Promise<DroppedValue> {
  let short = value;
  const names: string[] = [];
  for (const { name, apply } of dropRules) {
    if (countJsonTokens(short, maxTokens) <= maxTokens) break;
    await pause();
    const smaller = apply(short);
    if (smaller !== short) names.push(name);
    short = smaller;
  }
  return { value: short, names };
}

type Limited = ReturnType<typeof limitParts>;

/**
 * Applies the widest limits with which a value fits, otherwise the narrowest limits. Returns the value and sentences
 * about omitted parts.
 */
async function limitUntil(value: unknown, maxTokens: number, pause: Pause): Promise<Limited> {
  const listKeys = findList(value)?.keys;
  const longestText = measureText(value);
  const limits = listLimits(maxTokens).filter(({ level, text }) => level !== undefined || text < longestText);
  const apply = (index: number) => limitParts(value, limits[index] ?? narrowest, listKeys);
  const fits = ([limited]: Limited) => countJsonTokens(limited, maxTokens) <= maxTokens;
  // The narrowest limits are tried first, because most large responses do not fit even with these.
  let fitting = limits.length - 1;
  let best = apply(fitting);
  let tooWide = fits(best) ? -1 : fitting - 1;
  while (fitting - tooWide > 1) {
    await pause();
    const middle = Math.floor((fitting + tooWide) / 2);
    const limited = apply(middle);
    if (fits(limited)) [fitting, best] = [middle, limited];
    else tooWide = middle;
  }
  return best;
}

/** Returns the number of characters of the longest string. */
function measureText(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let longest = 0;
  for (const part of Array.isArray(value) ? (value as readonly unknown[]) : Object.values(value)) {
    longest = Math.max(longest, measureText(part));
  }
  return longest;
}

const narrowest: PartLimits = { text: 300, level: 1, items: 3 };

/** Lists limits, widest first. A single long string gets at least half of the budget. */
function listLimits(maxTokens: number): readonly PartLimits[] {
  const texts: PartLimits[] = [];
  for (let text = maxTokens * 4; text > 1000; text /= 2) texts.push({ text: Math.floor(text) });
  return [
    ...texts,
    { text: 1000 },
    { text: 1000, level: 3 },
    { text: 1000, level: 2 },
    { text: 500, level: 2, items: 10 },
    { text: 300, level: 1, items: 10 },
    narrowest,
  ];
}

/** Counts the leading items that fit. */
function countFitting(items: readonly unknown[], budget: number): number {
  let left = budget;
  const index = items.findIndex((item) => {
    left -= countJsonTokens(item, left) + 1;
    return left < 0;
  });
  return index < 0 ? items.length : index;
}
