import type { PatternNode } from './parse-pattern.js';

/** Step of a nondeterministic automaton. Numbers are step indexes. */
export type PatternStep =
  | { readonly kind: 'character'; readonly source: string; readonly next: number }
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'assertion'; readonly sign: '^' | '$' | '\\b' | '\\B'; readonly next: number }
  /** Lookaround: continues if the body matches (or, if negated, does not match) before or after this position. */
  | {
      readonly kind: 'look';
      readonly isBehind: boolean;
      readonly isNegative: boolean;
      readonly body: Steps;
      readonly next: number;
    }
  | { readonly kind: 'end' };

/** A nondeterministic automaton. */
export interface Steps {
  readonly steps: readonly PatternStep[];
  readonly start: number;
}

/** Maximum number of steps. Counted repetitions are unrolled. */
const maxSteps = 2_000;

/**
 * Builds the automaton of a pattern.
 * @param isBackward Whether the automaton reads the string from its end.
 * @returns `undefined` if the pattern has too many steps, or a backreference, which an automaton cannot express.
 */
export function buildSteps(node: PatternNode, isBackward = false): Steps | undefined {
  try {
    return new StepBuilder(isBackward).build(node);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class StepBuilder {
  readonly #steps: PatternStep[] = [];
  readonly #isBackward: boolean;

  constructor(isBackward: boolean) {
    this.#isBackward = isBackward;
  }

  /** @throws RangeError if the pattern has no automaton. */
  build(node: PatternNode): Steps {
    const start = this.#add(node, this.#push({ kind: 'end' }));
    return { steps: this.#steps, start };
  }

  #push(step: PatternStep): number {
    if (this.#steps.length >= maxSteps) throw new RangeError('too many steps');
    return this.#steps.push(step) - 1;
  }

  /** Adds the steps of a node before other steps. Returns the index of the first added step. */
  #add(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'character':
        return this.#push({ kind: 'character', source: node.source, next });
      case 'assertion':
        return this.#push({ kind: 'assertion', sign: node.sign, next });
      case 'sequence':
        return node.parts[this.#isBackward ? 'reduce' : 'reduceRight']((after, part) => this.#add(part, after), next);
      case 'choice':
        return this.#push({ kind: 'fork', next: node.parts.map((part) => this.#add(part, next)) });
      case 'repeat':
        return this.#addRepeat(node.body, node.min, node.max, next);
      case 'look': {
        const { isBehind, isNegative } = node;
        const body = new StepBuilder(!isBehind).build(node.body);
        return this.#push({ kind: 'look', isBehind, isNegative, body, next });
      }
      case 'backReference':
        throw new RangeError('a backreference');
    }
  }

  #addRepeat(body: PatternNode, min: number, max: number, next: number): number {
    let start = max === Infinity ? this.#addLoop(body, next) : next;
    const optional = max === Infinity ? 0 : max - min;
    for (let count = 0; count < optional; count++) {
      start = this.#push({ kind: 'fork', next: [this.#add(body, start), next] });
    }
    for (let count = 0; count < min; count++) start = this.#add(body, start);
    return start;
  }

  #addLoop(body: PatternNode, next: number): number {
    const targets = [next];
    const loop = this.#push({ kind: 'fork', next: targets });
    targets.unshift(this.#add(body, loop));
    return loop;
  }
}
