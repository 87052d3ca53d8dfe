import { countTokens } from './count-tokens.js';
import { takePrefix } from './take-prefix.js';

/** Most tokens of the notes of an answer, estimated, without the next page. */
const maxTokens = 200;

/** A note, and whether it may be cut: lists of paths and headers may, what says how to go on may not. */
export interface Note {
  readonly text: string;
  readonly isElastic?: true;
}

/** The texts of notes, 200 tokens together: what may be cut shares what the others leave. */
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

/** Shorter beginnings say nothing. */
const minTokens = 8;
