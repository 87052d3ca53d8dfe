import { countTokens } from './count-tokens.js';
import { takePrefix } from './take-prefix.js';

/** Maximum number of tokens of a result's notes, estimated, without the next page. */
const maxTokens = 200;

/** A note, and whether it can be truncated: lists of paths and headers can, advice on how to continue cannot. */
export interface Note {
  readonly text: string;
  readonly isElastic?: true;
}

/** Limits notes to 200 tokens in total. Notes that can be truncated share the remaining tokens. */
export function limitNotes(notes: readonly Note[]): readonly string[] {
  const elastic = notes.filter(({ isElastic }) => isElastic);
  let left = maxTokens;
  for (const { text, isElastic } of notes) if (isElastic !== true) left -= countTokens(text);
  let waiting = elastic.length;
  return notes.flatMap(({ text, isElastic }) => {
    if (isElastic !== true) return [text];
    const share = Math.floor(left / waiting);
    waiting -= 1;
    if (share < minTokens) return [];
    const kept = countTokens(text) <= share ? text : String(takePrefix(text, share));
    left -= countTokens(kept);
    return [kept];
  });
}

/** Minimum number of tokens of a truncated note: shorter prefixes are useless. */
const minTokens = 8;
