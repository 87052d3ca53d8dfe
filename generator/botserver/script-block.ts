import type { LineHead } from './read-head.js';

/** Lines of a script that belong together. */
export interface Block {
  /** The words that end it. */
  readonly end: string;
}

/** The block that a line begins, if it does. */
export function findBlock({ kind, words: [first, second] }: LineHead): Block | undefined {
  if (kind !== 'code') return undefined;
  if (first === 'BEGIN' && second !== '') return { end: `END ${second}` };
  return first === 'SUB' || first === 'FUNCTION' ? { end: `END ${first}` } : undefined;
}

/** Whether a line ends a block. */
export function isBlockEnd({ words: [first, second] }: LineHead, { end }: Block): boolean {
  return `${first} ${second}` === end;
}
