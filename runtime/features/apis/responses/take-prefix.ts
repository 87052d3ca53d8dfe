import { isJsonObject } from '../../../wire/json.js';
import { countJsonTokens, countMember, countTokens } from './count-tokens.js';

/** Maximum nesting depth that is kept. */
const maxDepth = 64;

/** Returns the beginning of a value that fits a token budget. Arrays and objects deeper than 64 levels are emptied. */
export function takePrefix(value: unknown, budget: number, depth = 0): unknown {
  if (typeof value === 'string') return takeText(value, budget - 1);
  if (typeof value !== 'object' || value === null) return countJsonTokens(value) <= budget ? value : null;
  let left = budget - 2;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of depth < maxDepth ? value : []) {
      if (left < minTokens) break;
      const taken = takePrefix(item, left - 1, depth + 1);
      items.push(taken);
      left -= countJsonTokens(taken) + 1;
    }
    return items;
  }
  if (!isJsonObject(value) || depth >= maxDepth) return {};
  const members: (readonly [string, unknown])[] = [];
  for (const key of Object.keys(value)) {
    const room = left - countMember(key, '', left);
    if (room < minTokens) break;
    const taken = takePrefix(value[key], room, depth + 1);
    members.push([key, taken]);
    left -= countMember(key, taken);
  }
  return Object.fromEntries(members);
}

/** Minimum number of tokens for a value, so that even an empty object fits. */
const minTokens = 4;

/** Returns the longest prefix of a string that fits, by binary search. */
function takeText(text: string, budget: number): string {
  if (text.length <= budget * charactersPerToken && countTokens(text, budget) <= budget) return text;
  let fits = 0;
  let tooLong = Math.min(text.length, Math.max(budget, 0) * charactersPerToken) + 1;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (countTokens(text.slice(0, middle), budget) < budget) fits = middle;
    else tooLong = middle;
  }
  return `${text.slice(0, fits).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Maximum number of characters in one token. */
const charactersPerToken = 16;
