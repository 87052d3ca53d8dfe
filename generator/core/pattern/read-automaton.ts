import type { Steps } from './build-steps.js';

/** Thrown if an automaton is too large to search. */
export class SearchLimit extends Error {}

/** Maximum number of moves in a search. */
const maxMoves = 300_000;

/** The characters of a pattern and the order in which they can follow each other. */
export interface Automaton {
  /** Indexes of the pattern's characters. The first position represents everything before a match. */
  readonly positions: readonly number[];
  /** Whether two positions are reachable from each other. */
  readonly isLoop: (first: number, second: number) => boolean;
  /** Whether a position equals another one or leads to it. */
  readonly leadsTo: (from: number, to: number) => boolean;
  /** Whether two direct paths lead from a position to the same next position, which leads back to it. */
  readonly isRepeated: (position: number) => boolean;
  /**
   * Returns the tuples of positions that one string can reach, by key (`1,2`).
   * @param within For each member of the tuple, whether it may pass through a position.
   * @throws SearchLimit
   */
  readonly reach: (
    start: readonly number[],
    within: readonly ((position: number) => boolean)[],
  ) => ReadonlyMap<string, readonly number[]>;
}

/** Position before the pattern, which reads any string. */
const before = -1;

/**
 * Reads an automaton without lookarounds.
 *
 * @throws SearchLimit
 */
export function readAutomaton({ steps, start }: Steps): Automaton {
  const count = createCounter();
  const targets = listTargets(steps, start, count);
  const targetsOf = (position: number): Targets => targets.get(position) ?? new Map<number, number>();
  const closures = new Map<number, ReadonlySet<number>>();
  for (const position of targets.keys()) {
    closures.set(
      position,
      closeOver([...targetsOf(position).keys()], (each) => targetsOf(each).keys()),
    );
  }
  const leads = (from: number, to: number): boolean => closures.get(from)?.has(to) === true;
  const masks = classifyCharacters(
    new Map(steps.flatMap((step, index) => (step.kind === 'character' ? [[index, step.source] as const] : []))),
  );
  const maskOf = (position: number): bigint => (position === before ? -1n : (masks.get(position) ?? 0n));
  return {
    positions: [...targets.keys()],
    isLoop: (first, second) => leads(first, second) && leads(second, first),
    leadsTo: (from, to) => from === to || leads(from, to),
    isRepeated: (position) =>
      [...targetsOf(position)].some(([target, ways]) => ways > 1 && (target === position || leads(target, position))),
    reach: (from, within) => reachTuples(from, within, { targetsOf, maskOf, count }),
  };
}

/** Number of paths, by the position that they lead to. */
type Targets = ReadonlyMap<number, number>;

/** @throws SearchLimit if the returned function is called too often. */
function createCounter(): () => void {
  let moves = 0;
  return () => {
    if (++moves > maxMoves) throw new SearchLimit();
  };
}

/**
 * Lists the targets of every reachable position. A position from which matching cannot fail has no targets.
 * @throws SearchLimit
 */
function listTargets(steps: Steps['steps'], start: number, count: () => void): ReadonlyMap<number, Targets> {
  const follows = new Map([[before, followStep(steps, start, false, count)]]);
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'character') follows.set(index, followStep(steps, step.next, false, count));
  }
  follows.get(before)?.targets.set(before, 1);
  const atStart = followStep(steps, start, true, count);
  const followers = (position: number) => follows.get(position)?.targets.keys();
  const finishes = (position: number): boolean => follows.get(position)?.ends === true;
  const isSettled = (position: number): boolean => [...closeOver([position], followers)].every(finishes);
  const reachable = [...closeOver([...atStart.targets.keys(), before], followers)];
  return new Map(
    reachable.map((position) => [
      position,
      isSettled(position) ? new Map<number, number>() : (follows.get(position)?.targets ?? new Map<number, number>()),
    ]),
  );
}

/**
 * Finds the characters that can follow a step, with the number of paths to each, and whether the pattern can end there
 * regardless of what follows.
 */
function followStep(steps: Steps['steps'], from: number, isAtStart: boolean, count: () => void) {
  const targets = new Map<number, number>();
  let ends = false;
  const used = new Set<string>();
  const visit = (index: number, isFree: boolean): void => {
    count();
    const step = steps[index];
    if (step === undefined || step.kind === 'look') return;
    if (step.kind === 'character') targets.set(index, (targets.get(index) ?? 0) + 1);
    else if (step.kind === 'end') ends ||= isFree;
    else if (step.kind === 'assertion') {
      if (step.sign !== '$' && (step.sign !== '^' || isAtStart)) visit(step.next, false);
    } else {
      // Follows each edge at most once per path, so that a repetition that reads nothing ends.
      for (const next of step.next) {
        const edge = `${index},${next}`;
        if (used.has(edge)) continue;
        used.add(edge);
        visit(next, isFree);
        used.delete(edge);
      }
    }
  };
  visit(from, true);
  return { targets, ends };
}

interface Moves {
  readonly targetsOf: (position: number) => Targets;
  /** Returns the bit mask of the character classes that a position reads. */
  readonly maskOf: (position: number) => bigint;
  readonly count: () => void;
}

function reachTuples(
  from: readonly number[],
  within: readonly ((position: number) => boolean)[],
  { targetsOf, maskOf, count }: Moves,
): ReadonlyMap<string, readonly number[]> {
  const reached = new Map<string, readonly number[]>();
  const waiting = [from];
  for (const tuple of waiting) {
    let partial: { readonly tuple: readonly number[]; readonly mask: bigint }[] = [{ tuple: [], mask: -1n }];
    for (const [member, position] of tuple.entries()) {
      const targets = [...targetsOf(position).keys()].filter((target) => within[member]?.(target) === true);
      partial = partial.flatMap((known) =>
        targets.flatMap((target) => {
          count();
          const mask = known.mask & maskOf(target);
          return mask === 0n ? [] : [{ tuple: [...known.tuple, target], mask }];
        }),
      );
    }
    for (const { tuple: next } of partial) {
      const key = next.join(',');
      if (reached.has(key)) continue;
      reached.set(key, next);
      waiting.push(next);
    }
  }
  return reached;
}

function closeOver<T>(start: Iterable<T>, next: (item: T) => Iterable<T> | undefined): ReadonlySet<T> {
  const found = new Set(start);
  for (const item of found) for (const each of next(item) ?? []) found.add(each);
  return found;
}

/**
 * Lists code points that tell character classes apart: the first code points of Unicode, samples of the rest, and code
 * points in the pattern.
 */
function listSamples(sources: readonly string[]): readonly string[] {
  const samples = new Set<number>();
  for (let point = 0; point < 0x250; point++) samples.add(point);
  for (let point = 0x250; point < 0x11_0000; point += point < 0x3100 ? 11 : 1_499) samples.add(point);
  for (const source of sources) {
    for (const point of listCodePoints(source)) {
      for (const near of [point - 1, point, point + 1]) if (near >= 0 && near < 0x11_0000) samples.add(near);
    }
  }
  return [...samples].map((point) => String.fromCodePoint(point));
}

/** Lists the code points, literal or escaped, in the source of a character or character class. */
function listCodePoints(source: string): readonly number[] {
  const escaped = [...source.matchAll(/\\u\{([\dA-Fa-f]+)\}|\\u([\dA-Fa-f]{4})(?:\\u([dD][c-fC-F][\dA-Fa-f]{2}))?/gu)];
  const points = escaped.map(([, braced, unit, low]) => {
    if (braced !== undefined) return Number.parseInt(braced, 16);
    const units = [unit, low].flatMap((each) => (each === undefined ? [] : [Number.parseInt(each, 16)]));
    return String.fromCharCode(...units).codePointAt(0) ?? 0;
  });
  return [...points, ...Array.from(source, (character) => character.codePointAt(0) ?? 0)];
}

/** Represents character sets as bit masks: two positions can read the same character if their masks overlap. */
function classifyCharacters(sources: ReadonlyMap<number, string>): ReadonlyMap<number, bigint> {
  const distinct = [...new Set(sources.values())];
  const tests = distinct.map((source) => new RegExp(`^(?:${source})$`, 'u'));
  const signatures = new Set<string>();
  for (const sample of listSamples(distinct)) {
    signatures.add(tests.map((test) => (test.test(sample) ? '1' : '0')).join(''));
  }
  const masks = new Map(distinct.map((source) => [source, 0n]));
  for (const [bit, signature] of [...signatures].entries()) {
    for (const [index, source] of distinct.entries()) {
      if (signature[index] === '1') masks.set(source, (masks.get(source) ?? 0n) | (1n << BigInt(bit)));
    }
  }
  // A class that contains no sample may overlap with all other classes.
  const maskOf = (source: string): bigint => (source === '[]' ? 0n : masks.get(source) || -1n);
  return new Map([...sources].map(([position, source]) => [position, maskOf(source)]));
}
