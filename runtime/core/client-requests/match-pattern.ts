/** State of an automaton. Without `test` and `holds`, it passes at every position in a string. */
interface State {
  readonly next: State[];
  /** Whether the state matches a character. */
  readonly test?: (character: string) => boolean;
  /** Whether the state passes at a position. */
  readonly holds?: (text: string, at: number, budget: Budget) => boolean;
}

/** Builds the states for a part of a pattern, which lead to the next state. */
type Part = (next: State) => State;

/** Remaining number of states that can be visited. */
interface Budget {
  left: number;
}

type Groups = { readonly [group: string]: string | undefined };

/** Maximum number of states of an automaton. Counted repetitions are expanded. */
const maxStates = 2000;
/** Maximum number of states that are visited for one string; visiting them takes less than a second. */
const maxVisits = 2_000_000;

const end: State = { next: [] };

const token = new RegExp(
  [
    String.raw`(?<repeat>(?:[*+?]|\{(?<min>\d+)(?<comma>,(?<max>\d*))?\})\??)`,
    String.raw`(?<open>\((?:\?(?<look>[=!])|\?:|\?<[^=!>]+>|(?!\?)))`,
    String.raw`(?<edge>[$^]|\\[bB])`,
    String.raw`(?<character>\[(?:\\[^]|[^\]\\])*\]|\\u\{[\dA-Fa-f]+\}` +
      String.raw`|\\u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}` +
      String.raw`|\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^1-9ku])|[^()|\\])`,
  ].join('|'),
  'uy',
);

/**
 * Matches a string with a pattern like a `RegExp` with the flag `u`, but without backtracking, which can take
 * exponential time in V8.
 *
 * @returns `undefined` for a pattern with a backreference or lookbehind, and if the string is too long for the pattern.
 * @see docs/decisions/0015-validation-takes-linear-time.md
 */
export function matchPattern(pattern: string, text: string): boolean | undefined {
  try {
    return matches(new PatternReader(pattern).read(), text, 0, false, { left: maxVisits });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class PatternReader {
  readonly #pattern: string;
  #at = 0;
  #states = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** @throws RangeError for a pattern without an automaton. */
  read(): State {
    return this.#readChoice()(end);
  }

  #readChoice(): Part {
    const parts = [this.#readSequence()];
    while (this.#pattern[this.#at] === '|') {
      this.#at += 1;
      parts.push(this.#readSequence());
    }
    return (next) => this.#add({ next: parts.map((part) => part(next)) });
  }

  #readSequence(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern.charAt(this.#at))) {
      token.lastIndex = this.#at;
      const groups: Groups | undefined = token.exec(this.#pattern)?.groups;
      if (groups === undefined) throw new RangeError('no automaton');
      this.#at = token.lastIndex;
      const repeated = groups['repeat'] === undefined ? undefined : parts.pop();
      parts.push(repeated === undefined ? this.#readAtom(groups) : this.#repeat(repeated, groups));
    }
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  #readAtom({ open, look, edge, character = '' }: Groups): Part {
    if (edge !== undefined) return (next) => this.#add({ next: [next], holds: (text, at) => isEdge(edge, text, at) });
    if (open === undefined) {
      const source = new RegExp(`^(?:${character})$`, 'u');
      return (next) => this.#add({ next: [next], test: (each) => source.test(each) });
    }
    const body = this.#readChoice();
    this.#at += 1;
    if (look === undefined) return body;
    return (next) => {
      const start = body(end);
      const holds: State['holds'] = (text, at, budget) => matches(start, text, at, true, budget) === (look === '=');
      return this.#add({ next: [next], holds });
    };
  }

  #repeat(body: Part, { repeat = '', min, comma, max }: Groups): Part {
    const lower = min === undefined ? Number(repeat.startsWith('+')) : Number(min);
    const isEndless = min === undefined ? !repeat.startsWith('?') : max === '';
    const upper = min === undefined ? 1 : comma === undefined ? lower : Number(max);
    return (next) => {
      let start = next;
      if (isEndless) {
        start = this.#add({ next: [next] });
        start.next.push(body(start));
      } else {
        for (let count = lower; count < upper; count += 1) start = this.#add({ next: [body(start), next] });
      }
      for (let count = 0; count < lower; count += 1) start = this.#add({ next: [body(start)] });
      return start;
    };
  }

  #add(state: State): State {
    this.#states += 1;
    if (this.#states > maxStates) throw new RangeError('too many states');
    return state;
  }
}

function isEdge(sign: string, text: string, at: number): boolean {
  if (sign === '^') return at === 0;
  if (sign === '$') return at === text.length;
  const isBetween = /\w/u.test(text.charAt(at - 1)) !== /\w/u.test(text.charAt(at));
  return isBetween === (sign === String.raw`\b`);
}

/** @throws RangeError if the budget is exhausted. */
function matches(start: State, text: string, from: number, isHere: boolean, budget: Budget): boolean {
  let active = [start];
  for (let at = from; ;) {
    const readers: State[] = [];
    const seen = new Set(active);
    // A `Set` also iterates over added elements.
    for (const state of seen) {
      budget.left -= 1;
      if (budget.left < 0) throw new RangeError('the text is too long');
      if (state === end) return true;
      if (state.test !== undefined) readers.push(state);
      else if (state.holds?.(text, at, budget) !== false) for (const next of state.next) seen.add(next);
    }
    if (at >= text.length) return false;
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    active = readers.flatMap((state) => (state.test?.(character) === true ? state.next : []));
    if (!isHere) active.push(start);
    at += character.length;
  }
}
