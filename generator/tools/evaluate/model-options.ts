import { didYouMean } from '../../core/diagnostics/suggest.js';
import { findPrice, type Price } from './budget.js';
import { findProvider, ModelError } from './language-model.js';

/** Thrown for an invalid option. The message is for the user. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** Options as typed. */
export interface TypedModelOptions {
  /** Provider and model, such as `openai:gpt-5-mini`. */
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly runs: string;
  readonly maxSteps: string;
  readonly maxTokens: string;
  readonly maxCost?: string | undefined;
  /** Prices of input and output in USD per million tokens, such as `0.25,2`. */
  readonly price?: string | undefined;
  /** Seconds for a request to the model, and for a tool call. */
  readonly timeout: string;
  /** Minimum figures, such as `model.passed=0.9`. */
  readonly min: readonly string[];
}

/** Figures that can have a minimum. */
const minimumFigures = ['passed', 'rightTools', 'rightArguments'] as const;

/** Minimum of a figure. */
export interface Minimum {
  readonly figure: (typeof minimumFigures)[number];
  readonly share: number;
}

/** Options that were checked. */
export interface ParsedModelOptions {
  /** Absent for a replay of all models. */
  readonly model:
    { readonly provider: string; readonly model: string; readonly baseUrl: string | undefined } | undefined;
  readonly runs: number;
  readonly maxSteps: number;
  readonly maxTokens: number;
  readonly maxCost: number | undefined;
  readonly price: Price | undefined;
  readonly timeoutMs: number;
  readonly minimums: readonly Minimum[];
}

/**
 * Parses options.
 *
 * @throws {OptionError} for an invalid value, and for `--max-cost` without a price
 */
export function parseModelOptions(typed: TypedModelOptions): ParsedModelOptions {
  const model = typed.model === undefined ? undefined : parseModel(typed.model, typed.baseUrl);
  const price =
    typed.price === undefined
      ? model && findPrice(model.provider, model.model, model.baseUrl)
      : parsePrice(typed.price);
  const maxCost = typed.maxCost === undefined ? undefined : parseAmount('max-cost', typed.maxCost);
  if (maxCost !== undefined && price === undefined) {
    throw new OptionError(
      `--max-cost requires --price, because the price of ${typed.model} is not known. Example: --price 0.25,2 (USD per million tokens of input and output).`,
    );
  }
  return {
    model,
    price,
    maxCost,
    runs: parseCount('runs', typed.runs, 100),
    maxSteps: parseCount('max-steps', typed.maxSteps, 100),
    maxTokens: parseCount('max-tokens', typed.maxTokens, 1_000_000_000),
    timeoutMs: parseCount('timeout', typed.timeout, 3600) * 1000,
    minimums: typed.min.map(parseMinimum),
  };
}

function parseModel(text: string, baseUrl: string | undefined): ParsedModelOptions['model'] {
  // Names of Ollama models contain colons.
  const colon = text.indexOf(':');
  const [provider, model] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 1).trim()];
  if (provider === '' || model === '') {
    throw new OptionError(`--model must be a provider and a model, such as openai:gpt-5-mini, not "${text}".`);
  }
  try {
    findProvider(provider);
  } catch (error) {
    if (error instanceof ModelError) throw new OptionError(error.message);
    throw error;
  }
  if (baseUrl !== undefined && !(URL.canParse(baseUrl) && /^https?:$/u.test(new URL(baseUrl).protocol))) {
    throw new OptionError(`--base-url must be a URL such as http://127.0.0.1:11434/v1, not "${baseUrl}".`);
  }
  return { provider, model, baseUrl };
}

function parsePrice(text: string): Price {
  const [, input, output] = /^(\d{1,6}(?:\.\d{1,6})?),(\d{1,6}(?:\.\d{1,6})?)$/u.exec(text) ?? [];
  if (input !== undefined && output !== undefined) return { input: Number(input), output: Number(output) };
  throw new OptionError(
    `--price must be two amounts, such as 0.25,2 (USD per million tokens of input and output), not "${text}".`,
  );
}

function parseAmount(option: string, text: string): number {
  if (/^\d{1,6}(?:\.\d{1,6})?$/u.test(text) && Number(text) > 0) return Number(text);
  throw new OptionError(`--${option} must be an amount in USD, such as 0.50, not "${text}".`);
}

function parseCount(option: string, text: string, max: number): number {
  const count = /^\d{1,10}$/u.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= max) return count;
  throw new OptionError(`--${option} must be a number from 1 to ${max}, not "${text}".`);
}

function parseMinimum(text: string): Minimum {
  const [, name = '', value = ''] = /^model\.(\w+)=(\d(?:\.\d{1,6})?)$/u.exec(text) ?? [];
  const figure = minimumFigures.find((known) => known === name);
  const share = Number(value);
  if (figure !== undefined && share <= 1) return { figure, share };
  const [, typedName = ''] = /^model\.(\w+)/u.exec(text) ?? [];
  const help = didYouMean(typedName, minimumFigures)?.text.replace('did', 'Did');
  throw new OptionError(
    `--min with a model must be model.<figure>=<share>, such as model.passed=0.9, not "${text}". ${help ?? `Figures: ${minimumFigures.join(', ')}.`}`,
  );
}
