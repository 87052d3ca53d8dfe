import { costOf, type Price } from './budget.js';
import { estimateFixed } from './run-question.js';
import type { EvaluatedServer } from './evaluated-server.js';
import type { AskedQuestion } from './judge-run.js';

/** Estimate of an evaluation. */
export interface Estimate {
  readonly runs: number;
  /** Tokens of instructions and tools, which each request contains, by mode. */
  readonly fixed: readonly { readonly mode: string; readonly tools: number; readonly tokens: number }[];
  /** Tokens if models call what a question needs, and if each run takes all steps with the longest responses. */
  readonly likely: TokenEstimate;
  readonly most: TokenEstimate;
}

interface TokenEstimate {
  readonly input: number;
  readonly output: number;
  /** In USD; absent if the price is not known. */
  readonly cost?: number;
}

/** Tokens of a question, of a call and of its result, as seen in recordings of small servers. */
const questionTokens = 30;
const callTokens = 60;
const resultTokens = 250;

/** Steps in addition to one per tool: the answer, and those that find a tool or function. */
const extraSteps: { readonly [mode: string]: number } = { discover: 3, code: 2 };

/** Estimates tokens and cost without a request to the model. */
export function estimateEvaluation(
  servers: readonly { readonly mode: string; readonly server: EvaluatedServer }[],
  questions: readonly AskedQuestion[],
  {
    runs,
    maxSteps,
    maxOutputTokens,
    price,
  }: {
    readonly runs: number;
    readonly maxSteps: number;
    readonly maxOutputTokens: number;
    readonly price: Price | undefined;
  },
): Estimate {
  const likely = { input: 0, output: 0 };
  const most = { input: 0, output: 0 };
  const fixed = servers.map(({ mode, server }) => ({
    mode,
    tools: server.tools.length,
    tokens: estimateFixed(server),
  }));
  for (const { mode, tokens } of fixed) {
    for (const { tools } of questions) {
      const steps = Math.min(maxSteps, tools.length + (extraSteps[mode] ?? 1));
      const start = tokens + questionTokens;
      likely.input += runs * sumInput(start, steps, callTokens + resultTokens);
      likely.output += runs * steps * callTokens;
      most.input += runs * sumInput(start, maxSteps, maxOutputTokens + resultTokens);
      most.output += runs * maxSteps * maxOutputTokens;
    }
  }
  const withCost = (estimate: { readonly input: number; readonly output: number }): TokenEstimate =>
    price === undefined ? estimate : { ...estimate, cost: costOf(price, estimate.input, estimate.output) };
  return {
    runs: questions.length * runs * servers.length,
    fixed,
    likely: withCost(likely),
    most: withCost(most),
  };
}

/** Sums the input of all steps, which grows with each one. */
function sumInput(start: number, steps: number, growth: number): number {
  return steps * start + (growth * steps * (steps - 1)) / 2;
}
