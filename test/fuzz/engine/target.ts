import type { Arbitrary } from 'fast-check';
import type { Random } from './random.js';

/** A part of the program that is fed inputs. An input is a text, or JSON data. */
export interface Target<Input = unknown> {
  readonly name: string;
  /** Valid inputs; mutation starts with them. */
  readonly seeds: () => readonly Input[];
  /** Inputs made by a grammar, valid and invalid ones. Absent: there are only mutations. */
  readonly grammar?: Arbitrary<Input>;
  /** Changes an input; `other` is another one. */
  readonly mutate: (input: Input, other: Input, random: Random) => Input;
  /**
   * Runs an input. Returns how many units (frames, requests, documents) it had.
   *
   * @throws Violation when the input breaks an invariant.
   */
  readonly run: (input: Input) => Promise<number>;
  /** Inputs that run before it is looked which of them reached new code. Default: 100. */
  readonly batch?: number;
  /** Ends what the target has started. */
  readonly close?: () => Promise<void>;
}
