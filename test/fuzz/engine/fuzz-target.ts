import fc from 'fast-check';
import { Violation, type Invariant } from '../invariants.js';
import type { Coverage } from './coverage.js';
import { takeEscaped } from './escaped-errors.js';
import type { Random } from './random.js';
import { shrink } from './shrink.js';
import type { Target } from './target.js';

/** An input that breaks an invariant, as small as it could be made. */
export interface Find {
  readonly invariant: Invariant;
  readonly message: string;
  readonly input: unknown;
}

/** Counts and finds of a run of a target. */
export interface Tally {
  readonly inputs: number;
  /** Frames, requests or documents in these inputs. */
  readonly units: number;
  /** Inputs that reached new code, and were mutated further. */
  readonly kept: number;
  readonly finds: readonly Find[];
}

/** How long and with what a target is run. */
export interface FuzzOptions {
  readonly random: Random;
  readonly milliseconds: number;
  readonly coverage: Coverage;
  /** Inputs of earlier finds, which are mutated as well. */
  readonly corpus: readonly unknown[];
  /** Called for each find; the same error is not reported twice. */
  readonly onFind: (find: Find) => void;
}

/** Part of the time in which inputs that reach new code are looked for. */
const guidedPart = 0.4;
/** Most bytes of memory that may be in use after a garbage collection. */
const maximalHeap = 400e6;
/** Finds after which a target is given up. */
const maximalFinds = 10;
/** Inputs that the grammar makes at once. */
const sampleSize = 50;

/**
 * Feeds a target with inputs until the time is over: some made by its grammar, the others mutated from valid inputs and from
 * inputs that reached new code.
 */
export async function fuzzTarget<Input>(target: Target<Input>, options: FuzzOptions): Promise<Tally> {
  const { random, milliseconds, coverage, corpus, onFind } = options;
  const guidedEnd = performance.now() + milliseconds * guidedPart;
  const end = performance.now() + milliseconds;
  const pool = [...target.seeds(), ...(corpus as readonly Input[])];
  const made: Input[] = [];
  const finds = new Map<string, Find>();
  const seeds = pool.length;
  let [inputs, units] = [0, 0];
  const next = (): Input => {
    if (target.grammar !== undefined && random.chance(0.3)) {
      if (made.length === 0)
        made.push(...fc.sample(target.grammar, { seed: random.below(2 ** 31), numRuns: sampleSize }));
      return made.pop() as Input;
    }
    let input = random.pick(pool);
    for (let left = 1 + random.below(4); left > 0; left -= 1) input = target.mutate(input, random.pick(pool), random);
    return input;
  };
  const run = async (input: Input): Promise<void> => {
    const outcome = await runInput(target, input);
    inputs += 1;
    if (typeof outcome === 'number') {
      units += outcome;
      return;
    }
    const kind = nameFault(outcome);
    if (finds.has(kind)) return;
    const fails = async (one: Input): Promise<boolean> => {
      const again = await runInput(target, one);
      return typeof again !== 'number' && nameFault(again) === kind;
    };
    // A time that was exceeded once may be another process.
    if (outcome.invariant === 'bounded time' && !((await fails(input)) && (await fails(input)))) return;
    const smallest = await shrink(input, fails);
    const find = { invariant: outcome.invariant, message: outcome.message, input: smallest };
    finds.set(kind, find);
    onFind(find);
  };
  await coverage.start();
  for (const input of pool) await run(input);
  await coverage.takeNew();
  let isGuided = true;
  while (performance.now() < end && finds.size < maximalFinds) {
    const batch = Array.from({ length: target.batch ?? 100 }, next);
    for (const input of batch) {
      await run(input);
      if (performance.now() >= end) break;
    }
    if (isGuided) pool.push(...(await pickNew(batch, coverage, run, end)));
    if (isGuided && performance.now() > guidedEnd) {
      isGuided = false;
      coverage.stop();
    }
    checkMemory(inputs);
  }
  if (isGuided) coverage.stop();
  await target.close?.();
  return { inputs, units, kept: pool.length - seeds, finds: [...finds.values()] };
}

/** The inputs of a batch that reached code which no input had reached before; each runs once more, if any did. */
async function pickNew<Input>(
  batch: readonly Input[],
  coverage: Coverage,
  run: (input: Input) => Promise<void>,
  end: number,
): Promise<readonly Input[]> {
  const added = await coverage.takeNew();
  const picked: Input[] = [];
  for (const input of batch) {
    if (added.size === 0 || performance.now() > end) break;
    await run(input);
    const reached = (await coverage.take()).filter((block) => added.delete(block));
    if (reached.length > 0) picked.push(input);
  }
  return picked;
}

/** Runs an input. Returns the number of its units, or the invariant that it breaks. */
export async function runInput<Input>(target: Target<Input>, input: Input): Promise<number | Violation> {
  try {
    const units = await target.run(input);
    const escaped = takeEscaped();
    return escaped === undefined ? units : new Violation('never throws', escaped);
  } catch (error) {
    takeEscaped();
    if (error instanceof Violation) return error;
    return new Violation('never throws', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** Tells errors apart: the invariant and the beginning of what broke it, without numbers and quoted texts. */
function nameFault({ message }: Violation): string {
  return message.replace(/"(?:[^"\\]|\\.)*"|\d+/gu, '').slice(0, 160);
}

function checkMemory(inputs: number): void {
  if (globalThis.gc === undefined || process.memoryUsage().heapUsed < maximalHeap) return;
  globalThis.gc();
  const { heapUsed } = process.memoryUsage();
  if (heapUsed > maximalHeap) throw new Violation('bounded memory', `${heapUsed} bytes after ${inputs} inputs`);
}
