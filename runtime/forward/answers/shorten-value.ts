import { valueAt } from '../../protocol/json-object.js';
import { boundValue, takeFirst, type BoundedValue } from './bound-value.js';
import { countJsonTokens } from './count-tokens.js';
import { dropRules } from './drop-rules.js';
import { findList, replaceAt, type FoundList } from './find-list.js';
import { limitParts, type PartLimits } from './limit-parts.js';
import { takePrefix } from './take-prefix.js';

/** A value that fits its budget. */
export interface ShortenedValue {
  readonly value: unknown;
  /** Sentences about the parts that were left out; empty when none were. */
  readonly losses: readonly string[];
  /** Items of the longest list, when some of them were left out. */
  readonly list?: ShortenedList;
  /** The value before it was shortened, bounded. Absent: nothing bounded it. */
  readonly bounded?: BoundedValue;
}

/** A list whose last items were left out. */
export interface ShortenedList {
  /** Path of the list; empty for the value itself. */
  readonly path: string;
  readonly kept: number;
  readonly total: number;
}

const endLost = 'The end of the answer is left out.';

/**
 * Shortens a value to a budget of tokens. A value within the budget stays the same object. Otherwise rules drop what nobody reads; then
 * texts, objects and lists deep in the value are shortened; then items are left out from the end of the longest list. Each step is taken
 * only while the value is over the budget. No step sees more of the value than {@link boundValue} gives; the same value always gives
 * the same result.
 */
export function shortenValue(value: unknown, maxTokens: number): ShortenedValue {
  if (maxTokens === Infinity) return { value, losses: [] };
  const bounded = boundValue(value, maxTokens);
  return { ...shortenBounded(bounded, maxTokens), bounded };
}

function shortenBounded({ value, wholeLists, isCut, isDeep }: BoundedValue, maxTokens: number): ShortenedValue {
  const fits = (part: unknown): boolean => countJsonTokens(part, maxTokens) <= maxTokens;
  // The other steps call themselves for each level.
  if (isDeep) return { value: takePrefix(value, maxTokens), losses: [endLost] };
  if (!isCut && wholeLists.size === 0 && fits(value)) return { value, losses: [] };
  const longest = findList(value, wholeLists);
  const others = wholeLists.size - (longest !== undefined && wholeLists.has(longest.items) ? 1 : 0);
  const end = isCut || others > 0 ? [endLost] : [];
  const { value: dropped, names } = applyRules(cutLongest(value, longest, maxTokens), maxTokens);
  const losses = names.length === 0 ? [] : [`Left out everywhere: ${names.join('; ')}.`];
  if (fits(dropped)) return { value: dropped, losses: [...losses, ...end], ...countKept(dropped, longest) };
  const [limited, limitLosses] = limitUntil(dropped, maxTokens);
  const all = [...losses, ...limitLosses];
  if (fits(limited)) return { value: limited, losses: [...all, ...end], ...countKept(limited, longest) };
  const found = findList(limited);
  const isSame = found?.keys.join('.') === longest?.keys.join('.');
  const list = isSame ? longest : found;
  if (found === undefined || list === undefined || list.whole.length < 2)
    return { value: takePrefix(limited, maxTokens), losses: [...all, endLost] };
  const around = countJsonTokens(replaceAt(limited, found.keys, []), maxTokens);
  const kept = Math.max(countFitting(found.items, maxTokens - around), 1);
  const cut = replaceAt(limited, found.keys, found.items.slice(0, kept));
  if (fits(cut)) return { value: cut, losses: [...all, ...(isSame ? end : [endLost])], ...countKept(cut, list) };
  const prefix = takePrefix(cut, maxTokens);
  return { value: prefix, losses: [...all, endLost], ...countKept(prefix, list) };
}

/** Counts the items of a list that a shortened value has, when some were left out. */
function countKept(value: unknown, list: FoundList | undefined): Pick<ShortenedValue, 'list'> {
  const items = list && valueAt(value, list.keys);
  if (list === undefined || !Array.isArray(items) || items.length === list.whole.length) return {};
  return { list: { path: list.keys.join('.'), kept: items.length, total: list.whole.length } };
}

/** Cuts the longest list to as many items as there are tokens, so that the steps after it do not copy items that cannot fit. */
function cutLongest(value: unknown, longest: FoundList | undefined, maxTokens: number): unknown {
  if (longest === undefined || longest.items.length <= maxTokens) return value;
  return replaceAt(value, longest.keys, longest.items.slice(0, maxTokens));
}

/** A value without parts that nobody reads. */
export interface DroppedValue {
  readonly value: unknown;
  /** Names of the rules that left something out. */
  readonly names: readonly string[];
}

/** Applies the rules while the value is over the budget; one that is nested too deeply for them stays. */
export function dropUnread(value: unknown, maxTokens: number): DroppedValue {
  return countJsonTokens(value) === Infinity ? { value, names: [] } : applyRules(value, maxTokens);
}

function applyRules(value: unknown, maxTokens: number): DroppedValue {
  let short = value;
  const names: string[] = [];
  for (const { name, apply } of dropRules) {
    if (countJsonTokens(short, maxTokens) <= maxTokens) break;
    const smaller = apply(short);
    if (smaller !== short) names.push(name);
    short = smaller;
  }
  return { value: short, names };
}

/** Applies narrower limits to the parts of a value until it fits. Returns it with the losses. */
function limitUntil(value: unknown, maxTokens: number): readonly [unknown, readonly string[]] {
  const listKeys = findList(value)?.keys;
  const longestText = measureText(value);
  let limited: readonly [unknown, readonly string[]] = [value, []];
  const all = listLimits(maxTokens);
  const narrowest = all.at(-1);
  // The beginning alone is too long by far: the whole need not be tried.
  const beginning = takeFirst(value, maxTokens);
  const isHopeless = (limits: PartLimits): boolean =>
    beginning !== value && countJsonTokens(limitParts(beginning, limits, listKeys)[0], 2 * maxTokens) > 2 * maxTokens;
  for (const limits of all) {
    if (limits.level === undefined && limits.text >= longestText) continue;
    if (limits !== narrowest && isHopeless(limits)) continue;
    limited = limitParts(value, limits, listKeys);
    if (countJsonTokens(limited[0], maxTokens) <= maxTokens) break;
  }
  return limited;
}

/** Characters of the longest text. */
function measureText(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((longest, part) => Math.max(longest, measureText(part)), 0);
}

/** Limits, the widest first. A single long text gets at least half of the budget. */
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
    { text: 300, level: 1, items: 3 },
  ];
}

/** How many of the first items fit. */
function countFitting(items: readonly unknown[], budget: number): number {
  let left = budget;
  const index = items.findIndex((item) => {
    left -= countJsonTokens(item, left) + 1;
    return left < 0;
  });
  return index < 0 ? items.length : index;
}
