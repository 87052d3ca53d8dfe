import { isJsonObject } from '../../../runtime/wire/json.js';
import { tokenEstimate } from '../../outputs/inspect/estimate-tokens.js';
import { startTimeLimit } from '../links/time-limit.js';
import type { Budget } from './budget.js';
import type { CallOutcome, EvaluatedServer } from './evaluated-server.js';
import {
  createResultMessage,
  type LanguageModel,
  type ModelCall,
  type ModelMessage,
  type ModelResponse,
} from './language-model.js';
import { shorten } from './print-result.js';
import type { RecordedCall, RecordedStep, RunEnd, RunTranscript } from './transcript.js';

/** Limits of a run. */
export interface RunLimits {
  /** Maximum number of requests to the model. */
  readonly maxSteps: number;
  /** Milliseconds for a request to the model, and for a tool call. */
  readonly timeoutMs: number;
  readonly maxOutputTokens: number;
}

/** What a run needs. */
export interface RunContext {
  readonly model: LanguageModel;
  readonly server: EvaluatedServer;
  readonly budget: Budget;
  readonly limits: RunLimits;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  /** Ends the run, which then fails. */
  readonly interrupt: AbortSignal;
}

/** Maximum number of calls in one response of a model; further ones return an error. */
const maxCalls = 20;
/** Maximum number of characters of a text, and of arguments, that are kept. */
export const maxText = 20_000;
/** Maximum number of levels of arguments. */
const maxDepth = 100;
/** Input tokens that a request can have above the estimate, as a factor. */
const estimateFactor = 1.3;

/** Instructions for the model, before those of the server. */
const task =
  'You are an assistant of the user. Use the tools to do what the user asks; do not ask back. Answer briefly when you are done.';

/** Returns the instructions that the model gets. */
export function writeInstructions(server: Pick<EvaluatedServer, 'instructions'>): string {
  return server.instructions === '' ? task : `${task}\n\n${server.instructions}`;
}

/** Estimates the tokens of instructions and tools, which each request contains. */
export function estimateFixed(server: Pick<EvaluatedServer, 'instructions' | 'tools'>): number {
  return tokenEstimate.count(writeInstructions(server)) + tokenEstimate.count(JSON.stringify(server.tools));
}

/** Lets a model answer a question with the tools of a server, within limits. */
export async function runQuestion(ask: string, context: RunContext): Promise<RunTranscript> {
  const { now } = context;
  const started = now();
  const steps: RecordedStep[] = [];
  const run = new Conversation(ask, context, steps);
  try {
    const end = await run.converse();
    return { steps, end, durationMs: Math.round(now() - started) };
  } catch (error) {
    return { steps, end: 'failed', problem: describeFailure(error), durationMs: Math.round(now() - started) };
  }
}

class Conversation {
  readonly #context: RunContext;
  readonly #steps: RecordedStep[];
  readonly #messages: ModelMessage[];
  /** Tokens of the next request, estimated. */
  #nextInput: number;

  constructor(ask: string, context: RunContext, steps: RecordedStep[]) {
    this.#context = context;
    this.#steps = steps;
    this.#messages = [{ role: 'user', content: ask }];
    this.#nextInput = estimateFixed(context.server) + tokenEstimate.count(ask);
  }

  async converse(): Promise<RunEnd> {
    const { budget, limits } = this.#context;
    for (let step = 0; step < limits.maxSteps; step += 1) {
      const excess = budget.findExcess(Math.ceil(this.#nextInput * estimateFactor), limits.maxOutputTokens);
      if (excess !== undefined) return excess;
      const response = await this.#ask();
      const calls = await this.#call(response);
      this.#note(response, calls);
      if (calls.length === 0) return 'answered';
    }
    return 'steps';
  }

  async #ask(): Promise<ModelResponse> {
    const { model, server, limits, budget, interrupt } = this.#context;
    const { maxOutputTokens, timeoutMs } = limits;
    const time = startTimeLimit(timeoutMs, interrupt);
    const request = {
      instructions: writeInstructions(server),
      messages: this.#messages,
      tools: server.tools,
      maxOutputTokens,
      signal: time.signal,
    };
    try {
      const response = await model.generate(request);
      this.#messages.push(...response.messages);
      return response;
    } catch (error) {
      // What the provider does not refuse, it may charge.
      const { statusCode = 0 } = error as { readonly statusCode?: number };
      if (statusCode < 400 || statusCode >= 500) budget.spend(this.#nextInput, maxOutputTokens);
      throw time.isOver() ? new Error(`no response within ${timeoutMs} ms`) : error;
    } finally {
      time.stop();
    }
  }

  async #call({ calls }: ModelResponse): Promise<readonly RecordedCall[]> {
    const results: { readonly call: ModelCall; readonly outcome: CallOutcome }[] = [];
    for (const [index, call] of calls.entries()) {
      const outcome = index < maxCalls ? await this.#callOne(call) : refuse(`More than ${maxCalls} calls at once.`);
      results.push({ call, outcome });
    }
    if (results.length > 0) {
      this.#messages.push(
        createResultMessage(results.map(({ call, outcome: { text, isError } }) => ({ call, text, isError }))),
      );
    }
    // A model that makes very many calls is not to fill the recording.
    return results.slice(0, maxCalls + 1).map(({ call, outcome }) => record(call, outcome));
  }

  async #callOne({ tool, input }: ModelCall): Promise<CallOutcome> {
    const { server, limits } = this.#context;
    if (!isJsonObject(input)) return refuse('The arguments are not a JSON object.');
    if (isNested(input, maxDepth)) return refuse('The arguments are nested too deeply.');
    return server.call(tool, input, limits.timeoutMs);
  }

  #note(response: ModelResponse, calls: readonly RecordedCall[]): void {
    const { text, finishReason } = response;
    const written = text + calls.map((call) => JSON.stringify(call.arguments)).join('');
    const outputTokens = response.outputTokens ?? tokenEstimate.count(shorten(written, maxText));
    const inputTokens = response.inputTokens ?? this.#nextInput;
    this.#context.budget.spend(inputTokens, outputTokens);
    const added = calls.reduce((sum, { result }) => sum + tokenEstimate.count(result), 0);
    this.#nextInput = inputTokens + outputTokens + added;
    this.#steps.push({ text: shorten(text, maxText), calls, finishReason, inputTokens, outputTokens });
  }
}

function record({ tool, input }: ModelCall, { text, isError, handled }: CallOutcome): RecordedCall {
  const isTruncated = isNested(input, maxDepth) || (JSON.stringify(input) ?? '').length > maxText;
  return {
    tool: shorten(tool, 200),
    arguments: isTruncated ? {} : input,
    ...(isTruncated && { isTruncated }),
    isError,
    result: text,
    handled: isTruncated ? [] : handled,
  };
}

/** Whether a value has more levels than a maximum. */
function isNested(value: unknown, max: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return max === 0 || Object.values(value).some((member) => isNested(member, max - 1));
}

function refuse(text: string): CallOutcome {
  return { text, isError: true, handled: [] };
}

/** Describes an error of a provider on one line, with its HTTP status. */
function describeFailure(error: unknown): string {
  const { message, statusCode } = error as { readonly message?: string; readonly statusCode?: number };
  const [line = ''] = String(message ?? error).split('\n');
  return shorten(statusCode === undefined ? line : `HTTP ${statusCode}: ${line}`, 300);
}
