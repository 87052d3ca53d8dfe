import { isJsonObject, type JsonObject } from '../../../runtime/wire/json.js';
import { containsValue } from './contains-value.js';
import { shorten } from './print-result.js';
import type { RecordedCall, RunTranscript } from './transcript.js';

/** Question with its expected calls, as plain data. */
export interface AskedQuestion {
  readonly ask: string;
  /** Names of the tools that the answer needs, in order. */
  readonly tools: readonly string[];
  /** Names of tools that must not be called. */
  readonly never: readonly string[];
  /** Expected arguments by tool name. */
  readonly arguments: { readonly [tool: string]: JsonObject };
}

/** Call of a tool of the definition: made directly, by a tool of discover mode, or by a script. */
export interface ToolCall {
  readonly tool: string;
  readonly arguments: unknown;
  /** Whether the arguments match the input schema. */
  readonly isValid: boolean;
}

/** Verdict on a run. */
export interface Verdict {
  /** Whether everything was right. */
  readonly passed: boolean;
  /** Whether all tools that the answer needs were called, in order, with valid arguments. */
  readonly rightTools: boolean;
  /** Whether a call of each tool with expected arguments had them. */
  readonly rightArguments: boolean;
  /** Forbidden tools that were called. */
  readonly forbidden: readonly string[];
  /** Number of calls that the model made. */
  readonly calls: number;
  /** Number of these that returned an error. */
  readonly errors: number;
  /** Reasons why it is not passed, for the user. */
  readonly reasons: readonly string[];
}

/** Lists the calls of tools of the definition, in order. */
export function listToolCalls(
  { steps }: Pick<RunTranscript, 'steps'>,
  tools: ReadonlySet<string>,
): readonly ToolCall[] {
  return steps.flatMap(({ calls }) => calls.flatMap((call) => resolveCall(call, tools)));
}

function resolveCall(call: RecordedCall, tools: ReadonlySet<string>): readonly ToolCall[] {
  const { tool, arguments: args, handled, isError } = call;
  const isValid = handled.length > 0 || !isError;
  if (tools.has(tool)) return [{ tool, arguments: args, isValid }];
  // A tool of discover or code mode.
  if (isJsonObject(args) && typeof args['operation'] === 'string' && tools.has(args['operation'])) {
    const isCall = 'arguments' in args || handled.length > 0;
    return isCall ? [{ tool: args['operation'], arguments: args['arguments'] ?? {}, isValid }] : [];
  }
  return handled.map((inner) => ({ tool: inner.tool, arguments: inner.arguments, isValid: true }));
}

/**
 * Judges a run. Additional calls of tools that are not forbidden are no error, because models look things up.
 *
 * @param tools Names of the tools of the definition.
 */
export function judgeRun(question: AskedQuestion, run: RunTranscript, tools: ReadonlySet<string>): Verdict {
  const made = listToolCalls(run, tools);
  const forbidden = question.never.filter((name) => made.some(({ tool }) => tool === name));
  const missing = findMissing(question, made);
  const unmet = Object.entries(question.arguments).flatMap(([name, expected]) => {
    const own = made.filter(({ tool }) => tool === name);
    if (own.length === 0 || own.some((call) => call.isValid && containsValue(call.arguments, expected))) return [];
    return [`${name} was called with ${describeArguments(own.at(-1)?.arguments)}, not ${JSON.stringify(expected)}`];
  });
  const calls = run.steps.flatMap((step) => step.calls);
  const reasons = [
    ...(run.end === 'answered' ? [] : [describeEnd(run)]),
    ...(missing === undefined ? [] : [missing]),
    ...unmet,
    ...forbidden.map((name) => `${name} must not be called`),
  ];
  return {
    passed: reasons.length === 0,
    rightTools: missing === undefined,
    rightArguments: missing === undefined && unmet.length === 0,
    forbidden,
    calls: calls.length,
    errors: calls.filter(({ isError }) => isError).length,
    reasons,
  };
}

/** Explains which tool was not called; `undefined` if all were, in order. */
function findMissing({ tools }: AskedQuestion, made: readonly ToolCall[]): string | undefined {
  let from = 0;
  for (const name of tools) {
    const index = made.findIndex(({ tool, isValid }, at) => at >= from && tool === name && isValid);
    if (index < 0) return explainMissing(name, made);
    from = index + 1;
  }
  return undefined;
}

function explainMissing(name: string, made: readonly ToolCall[]): string {
  const own = made.filter(({ tool }) => tool === name);
  if (own.some(({ isValid }) => isValid)) return `${name} was called too early`;
  if (own.length > 0) return `${name} was called with invalid arguments: ${describeArguments(own.at(-1)?.arguments)}`;
  const others = [...new Set(made.map(({ tool }) => tool))].slice(0, 5);
  return `${name} was not called${others.length > 0 ? `, but ${others.join(', ')}` : ''}`;
}

const maxShown = 200;

function describeArguments(args: unknown): string {
  return shorten(JSON.stringify(args) ?? 'nothing', maxShown);
}

function describeEnd({ end, problem }: RunTranscript): string {
  if (end === 'steps') return 'the model was still calling tools after the last allowed step';
  if (end === 'tokens') return 'the limit of tokens was reached';
  if (end === 'cost') return 'the limit of the cost was reached';
  return `the model failed: ${problem ?? 'unknown error'}`;
}
