import type { FixingHelp } from './diagnostic.js';

/**
 * Finds the candidate nearest to a misspelled word by case-insensitive edit distance; `undefined` if none is near
 * enough. An insertion, deletion, substitution or swap of adjacent characters counts as one edit.
 */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > maxLength) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * Returns "did you mean …?" for a misspelled word, with the fix if the word is all of the text at the location of the
 * diagnostic; `undefined` if no candidate is near enough.
 */
export function didYouMean(word: string, candidates: Iterable<string>): FixingHelp | undefined {
  const candidate = suggest(word, candidates);
  if (candidate === undefined) return undefined;
  const text = `did you mean \`${candidate}\`?`;
  return { text, ...(word.length >= minFixed && { fix: { kind: 'word', word, by: candidate } }) };
}

/** Minimum length of a word that gets a fix. Every other short word is near. */
const minFixed = 3;

/**
 * Maximum length of a word that gets a suggestion. Longer words would take too long: the search time grows with the
 * square of the length.
 */
const maxLength = 64;

function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      let distance = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, substitution);
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) distance = Math.min(distance, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(distance);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[to.length] ?? 0;
}
