import { isJsonObject } from '../../protocol/json-object.js';
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
 * only while the value is over the budget. Takes linear time; the same value always gives the same result.
 */
export function shortenValue(value: unknown, maxTokens: number): ShortenedValue {
  const fits = (part: unknown): boolean => countJsonTokens(part) <= maxTokens;
  const tokens = countJsonTokens(value);
  if (tokens <= maxTokens) return { value, losses: [] };
  // The other steps call themselves for each level.
  if (tokens === Infinity) return { value: takePrefix(value, maxTokens), losses: [endLost] };
  // No step makes an object of this width readable, and each copies it.
  if (isWide(value, Math.max(maxTokens, minWide))) return { value: takePrefix(value, maxTokens), losses: [endLost] };
  const longest = findList(value);
  const { value: dropped, names } = dropUnread(cutLongest(value, longest, maxTokens), maxTokens);
  const losses = names.length === 0 ? [] : [`Left out everywhere: ${names.join('; ')}.`];
  if (fits(dropped)) return { value: dropped, losses };
  const [limited, limitLosses] = limitUntil(dropped, maxTokens);
  const all = [...losses, ...limitLosses];
  if (fits(limited)) return { value: limited, losses: all };
  const found = findList(limited);
  const path = found?.keys.join('.');
  const total = (path === longest?.keys.join('.') ? longest : found)?.items.length ?? 0;
  if (found === undefined || path === undefined || total < 2)
    return { value: takePrefix(limited, maxTokens), losses: [...all, endLost] };
  const around = countJsonTokens(replaceAt(limited, found.keys, []));
  const kept = Math.max(countFitting(found.items, maxTokens - around), 1);
  const cut = replaceAt(limited, found.keys, found.items.slice(0, kept));
  const list = { path, kept, total };
  if (fits(cut)) return { value: cut, losses: all, list };
  return { value: takePrefix(cut, maxTokens), losses: [...all, endLost], list };
}

/** Objects with fewer members are shortened by all steps. */
const minWide = 10_000;

/** Whether an object in a value has more members than a limit. */
function isWide(value: unknown, limit: number): boolean {
  if (Array.isArray(value)) return value.some((item) => isWide(item, limit));
  if (!isJsonObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > limit || keys.some((key) => isWide(value[key], limit));
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
  let short = value;
  let tokens = countJsonTokens(value);
  const names: string[] = [];
  if (tokens === Infinity) return { value, names };
  for (const { name, apply } of dropRules) {
    if (tokens <= maxTokens) break;
    const smaller = apply(short);
    const left = countJsonTokens(smaller);
    if (left < tokens) names.push(name);
    short = smaller;
    tokens = left;
  }
  return { value: short, names };
}

/** Applies narrower limits to the parts of a value until it fits. Returns it with the losses. */
function limitUntil(value: unknown, maxTokens: number): readonly [unknown, readonly string[]] {
  const listPath = findList(value)?.keys.join('.');
  let limited: readonly [unknown, readonly string[]] = [value, []];
  for (const limits of listLimits(maxTokens)) {
    limited = limitParts(value, limits, listPath);
    if (countJsonTokens(limited[0]) <= maxTokens) break;
  }
  return limited;
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
    left -= countJsonTokens(item) + 1;
    return left < 0;
  });
  return index < 0 ? items.length : index;
}
