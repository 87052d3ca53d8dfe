import { buildSteps } from './build-steps.js';
import { parsePattern, type PatternNode } from './parse-pattern.js';
import { readAutomaton, SearchLimit, type Automaton } from './read-automaton.js';

/**
 * Growth of a backtracking engine's matching time with the string length. `unknown`: the pattern is too large to
 * analyze.
 */
type SlowGrowth = 'exponential' | 'polynomial' | 'unknown';

/**
 * Determines whether a backtracking engine may take more than linear time for a string that does not match the pattern.
 * May report a fast pattern as slow. Returns `undefined` if the pattern is fast or not a regular expression.
 * @see https://doi.org/10.1007/978-3-319-40970-2_27 Weideman et al., Analyzing Matching Time Behavior of Backtracking
 * Regular Expression Matchers by Using Ambiguity of NFA
 */
export function findSlowGrowth(pattern: string): SlowGrowth | undefined {
  if (!/[*+{]/u.test(pattern)) return undefined;
  const cached = growths.get(pattern);
  if (cached !== undefined) return cached.growth;
  const node = parsePattern(pattern);
  const growth = node === undefined ? classifyUnparsed(pattern) : findGrowth(node);
  growths.set(pattern, { growth });
  return growth;
}

/**
 * Explains why a slow pattern has no automaton, which means that servers cannot match long strings against it. Returns
 * `undefined` if the pattern is fast, has an automaton, or is not a regular expression.
 */
export function explainUnmatchable(pattern: string): string | undefined {
  if (findSlowGrowth(pattern) === undefined) return undefined;
  const node = parsePattern(pattern);
  if (node === undefined) return 'it has unknown syntax';
  if (buildSteps(node) !== undefined) return undefined;
  const hasReference = listParts(node).some(({ kind }) => kind === 'backReference');
  return hasReference ? 'it has a backreference' : 'its bounded repetitions are too long';
}

/** Classifies a regular expression that only the JavaScript engine can parse. */
function classifyUnparsed(pattern: string): SlowGrowth | undefined {
  try {
    return new RegExp(pattern, 'u').source === '' ? undefined : 'unknown';
  } catch {
    return undefined;
  }
}

/** Cached results: patterns are checked in the definition and again in each compilation. */
const growths = new Map<string, { readonly growth: SlowGrowth | undefined }>();

/** Number of choices up to which counted repetitions are treated as constant. */
const maxChoices = 10_000;

/** Maximum count, and maximum number of choices, of a counted repetition to unroll. */
const maxWritten = 20;

function findGrowth(node: PatternNode): SlowGrowth | undefined {
  if (hasOneLoop(node)) return undefined;
  const growth = measureGrowth(simplify(node, 'anywhere'));
  if (growth === undefined || countChoices(node) > maxChoices) return growth;
  return measureGrowth(simplify(node, 'outside'));
}

/** Whether a pattern begins with `^` and repeats only one character. Such patterns are common and fast. */
function hasOneLoop(node: PatternNode): boolean {
  const [first] = node.kind === 'sequence' ? node.parts : [];
  if (first?.kind !== 'assertion' || first.sign !== '^') return false;
  const loops = listRepeats(node).filter(({ max }) => max > 1);
  return loops.length <= 1 && loops.every(({ body }) => body.kind === 'character');
}

type Repeat = Extract<PatternNode, { readonly kind: 'repeat' }>;

/** Lists all repetitions in a pattern, including those in copies of groups. */
function listRepeats(node: PatternNode): readonly Repeat[] {
  return listParts(node).filter((part) => part.kind === 'repeat');
}

/** Lists a node and all its descendants, including those in copies of groups. */
function listParts(node: PatternNode): readonly PatternNode[] {
  switch (node.kind) {
    case 'sequence':
    case 'choice':
      return [node, ...node.parts.flatMap(listParts)];
    case 'repeat':
    case 'look':
      return [node, ...listParts(node.body)];
    case 'backReference':
      return node.group === undefined ? [node] : [node, ...listParts(node.group)];
    case 'character':
    case 'assertion':
      return [node];
  }
}

function measureGrowth(node: PatternNode): SlowGrowth | undefined {
  const steps = buildSteps(node);
  if (steps === undefined) return 'unknown';
  try {
    const automaton = readAutomaton(steps);
    if (isExponential(automaton)) return 'exponential';
    return isPolynomial(automaton) ? 'polynomial' : undefined;
  } catch (error) {
    if (error instanceof SearchLimit) return 'unknown';
    throw error;
  }
}

/** A character that never matches. */
const never: PatternNode = { kind: 'character', source: '[]' };

/**
 * Simplifies a pattern while preserving the ways in which a backtracking engine searches. Lookarounds become alternatives
 * that fail; backreferences become copies of their groups.
 * @param place How to simplify counted repetitions.
 */
function simplify(node: PatternNode, place: Place): PatternNode {
  switch (node.kind) {
    case 'sequence':
    case 'choice':
      return { ...node, parts: node.parts.map((part) => simplify(part, place)) };
    case 'repeat':
      return simplifyRepeat(node, place);
    case 'look': {
      const empty: PatternNode = { kind: 'sequence', parts: [] };
      const body: PatternNode = { kind: 'sequence', parts: [simplify(node.body, place), never] };
      return { kind: 'choice', parts: [body, empty] };
    }
    case 'backReference':
      return {
        kind: 'repeat',
        body: simplify(node.group ?? { kind: 'sequence', parts: [] }, place),
        min: 0,
        max: 1,
      };
    case 'character':
    case 'assertion':
      return node;
  }
}

/**
 * Position of a counted repetition. `anywhere`: treated as `*` or `+`. `inside` or `outside` a loop: short repetitions
 * are unrolled, which is exact; long ones are treated as `*` or `+` inside a loop and as a single repetition outside.
 */
type Place = 'anywhere' | 'inside' | 'outside';

function simplifyRepeat(node: Repeat, place: Place): PatternNode {
  const { body, min, max } = node;
  const isEndless = max === Infinity || (max > 1 && hasLoop(body));
  const isShort = max <= maxWritten && countChoices(node) <= maxWritten;
  if (!isEndless && isShort && place !== 'anywhere') return { ...node, body: simplify(body, place) };
  const isLoop = isEndless || (max > 1 && place !== 'outside');
  const inside = isLoop && place === 'outside' ? 'inside' : place;
  return { ...node, body: simplify(body, inside), min: Math.min(min, 1), max: isLoop ? Infinity : Math.min(max, 1) };
}

function hasLoop(node: PatternNode): boolean {
  return listRepeats(node).some(({ max }) => max === Infinity);
}

/** Multiplies the numbers of choices of all counted repetitions. */
function countChoices(node: PatternNode): number {
  switch (node.kind) {
    case 'sequence':
      return node.parts.reduce((product, part) => product * countChoices(part), 1);
    case 'choice':
      return Math.max(...node.parts.map(countChoices));
    case 'repeat': {
      const body = countChoices(node.body);
      if (node.max === Infinity) return body;
      return (node.max - node.min + 1) * body ** Math.min(node.max, 100);
    }
    case 'look':
      return countChoices(node.body);
    case 'backReference':
      return node.group === undefined ? 1 : countChoices(node.group);
    case 'character':
    case 'assertion':
      return 1;
  }
}

/** Whether two different paths lead from a position back to itself while reading the same string. */
function isExponential(automaton: Automaton): boolean {
  const { positions, isLoop, isRepeated } = automaton;
  return positions.some((position) => {
    if (!isLoop(position, position)) return false;
    if (isRepeated(position)) return true;
    const within = (other: number): boolean => isLoop(position, other);
    const reached = automaton.reach([position, position], [within, within]);
    return [...reached.values()].some(
      ([first = 0, second = 0]) =>
        first !== second && automaton.reach([first, second], [within, within]).has(`${position},${position}`),
    );
  });
}

/**
 * Whether the same string can lead from a first position back to itself, from the first to a second position, and from
 * the second back to itself.
 */
function isPolynomial(automaton: Automaton): boolean {
  const { positions, isLoop, leadsTo } = automaton;
  const loops = positions.filter((position) => isLoop(position, position));
  return loops.some((first) =>
    loops.some((second) => {
      if (first === second || !leadsTo(first, second)) return false;
      const reached = automaton.reach(
        [first, first, second],
        [
          (other) => isLoop(first, other),
          (other) => leadsTo(first, other) && leadsTo(other, second),
          (other) => isLoop(second, other),
        ],
      );
      return reached.has(`${first},${second},${second}`);
    }),
  );
}
