/** Price in USD per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** Limits of a whole evaluation. */
export interface BudgetLimits {
  /** Maximum number of tokens, of input and output. */
  readonly maxTokens: number;
  /** Maximum cost in USD. Requires a price. */
  readonly maxCost?: number | undefined;
  readonly price?: Price | undefined;
}

/**
 * Prices of some models in USD per million tokens, by the beginning of their names, as their providers published them
 * in 2025. `--price` overrides them.
 */
const knownPrices: readonly (readonly [provider: string, model: string, input: number, output: number])[] = [
  ['openai', 'gpt-5-mini', 0.25, 2],
  ['openai', 'gpt-5-nano', 0.05, 0.4],
  ['openai', 'gpt-4.1-mini', 0.4, 1.6],
  ['openai', 'gpt-4.1-nano', 0.1, 0.4],
  ['openai', 'gpt-4.1', 2, 8],
  ['openai', 'gpt-4o-mini', 0.15, 0.6],
  ['anthropic', 'claude-haiku-4-5', 1, 5],
  ['anthropic', 'claude-sonnet-4-5', 3, 15],
  ['google', 'gemini-2.5-flash-lite', 0.1, 0.4],
  ['google', 'gemini-2.5-pro', 1.25, 10],
];

/** Finds the price of a model; `undefined` if it is not known. Models on this machine cost nothing. */
export function findPrice(provider: string, model: string, baseUrl?: string): Price | undefined {
  if (baseUrl !== undefined) return isLocal(baseUrl) ? { input: 0, output: 0 } : undefined;
  const known = knownPrices.find(([name, start]) => {
    // `gpt-4.1` is not the price of `gpt-4.1-pro`, but of `gpt-4.1-2025-04-14`.
    const rest = model.startsWith(start) ? model.slice(start.length) : undefined;
    return name === provider && rest !== undefined && /^(?:-\d[\d-]*)?$/u.test(rest);
  });
  return known && { input: known[2], output: known[3] };
}

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}

/** Why a budget refuses a request. */
export type Excess = 'tokens' | 'cost';

/** Counts tokens and cost, and refuses a request that could exceed a limit. */
export class Budget {
  readonly #limits: BudgetLimits;
  #input = 0;
  #output = 0;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  get tokens(): number {
    return this.#input + this.#output;
  }

  /** Cost so far in USD; `undefined` without a price. */
  get cost(): number | undefined {
    const { price } = this.#limits;
    return price && costOf(price, this.#input, this.#output);
  }

  /**
   * Checks whether a request is within the limits, even if the response is as long as it can be.
   *
   * @param input Estimated number of input tokens.
   */
  findExcess(input: number, maxOutput: number): Excess | undefined {
    const { maxTokens, maxCost, price } = this.#limits;
    if (this.tokens + input + maxOutput > maxTokens) return 'tokens';
    if (maxCost === undefined || price === undefined) return undefined;
    return costOf(price, this.#input + input, this.#output + maxOutput) > maxCost ? 'cost' : undefined;
  }

  spend(input: number, output: number): void {
    this.#input += input;
    this.#output += output;
  }
}

/** Returns the cost of tokens in USD. */
export function costOf({ input, output }: Price, inputTokens: number, outputTokens: number): number {
  return (inputTokens * input + outputTokens * output) / 1_000_000;
}
