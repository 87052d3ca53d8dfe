import type { PatternStep, Steps } from './build-steps.js';

/**
 * Whether an automaton without lookarounds matches anywhere in a string. Follows all paths in parallel: the time is
 * proportional to the string length times the number of steps.
 * @param spend Called before each character with the number of steps to try.
 */
export function matchSteps({ steps, start }: Steps, text: string, spend: (steps: number) => void): boolean {
  const characters = [...text];
  let active = new Set<number>();
  for (let at = 0; at <= characters.length; at++) {
    const reached = close([...active, start], steps, characters, at);
    if (reached.ends) return true;
    const character = characters[at];
    if (character === undefined) return false;
    spend(1 + reached.readers.length);
    active = new Set(reached.readers.flatMap((step) => (testOf(step.source).test(character) ? [step.next] : [])));
  }
  return false;
}

type Reader = Extract<PatternStep, { readonly kind: 'character' }>;

/**
 * Returns the character-reading steps that are reachable without reading a character, and whether the end is reachable.
 */
function close(
  from: readonly number[],
  steps: readonly PatternStep[],
  characters: readonly string[],
  at: number,
): { readonly readers: readonly Reader[]; readonly ends: boolean } {
  const readers: Reader[] = [];
  // The loop adds to the set that it iterates over.
  const seen = new Set(from);
  for (const index of seen) {
    const step = steps[index];
    if (step?.kind === 'end') return { readers, ends: true };
    if (step?.kind === 'character') readers.push(step);
    if (step?.kind === 'fork') for (const next of step.next) seen.add(next);
    if (step?.kind === 'assertion' && holds(step.sign, characters, at)) seen.add(step.next);
  }
  return { readers, ends: false };
}

function holds(sign: '^' | '$' | '\\b' | '\\B', characters: readonly string[], at: number): boolean {
  if (sign === '^') return at === 0;
  if (sign === '$') return at === characters.length;
  const [before, after] = [at - 1, at].map((index) => /^\w$/u.test(characters[index] ?? ''));
  return (before !== after) === (sign === '\\b');
}

const tests = new Map<string, RegExp>();

/** Returns a regular expression that tests one character of a pattern. */
function testOf(source: string): RegExp {
  const cached = tests.get(source);
  if (cached) return cached;
  const test = new RegExp(`^(?:${source})$`, 'u');
  if (tests.size < maxTests) tests.set(source, test);
  return test;
}

const maxTests = 10_000;
