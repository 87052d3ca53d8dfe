import { error, ToolResult } from '../../core/api/builders.js';
import { startWork } from '../../wire/after-turn.js';
import { exactOf } from '../../wire/exact-value.js';
import { isJsonObject } from '../../wire/json.js';
import { checkFields } from './answers/check-fields.js';
import { shapeAnswer, tokensToRead, wholeAnswer } from './answers/shape-answer.js';
import { transformAnswer } from './answers/transform-answer.js';
import { callApi } from './call-api.js';
import type { ApiAnswer } from './decode-answer.js';
import type { ForwardApi, ForwardOperation } from './forward-definition.js';
import { ConsentNeeded } from '../../core/results/forward-error.js';
import { noFile, readsFile } from './read-file.js';
import type { ForwardCall } from './own-credentials.js';

/** Most times that a user is asked to agree during one call. */
const maxConsents = 2;

/** A call of an operation, with the arguments about its answer apart. */
export interface PreparedCall {
  readonly api: ForwardApi;
  readonly operation: ForwardOperation;
  /** Arguments of the operation. */
  readonly input: unknown;
  readonly fields: readonly string[] | undefined;
}

/**
 * Takes the arguments about the answer out of the arguments of a call.
 *
 * @returns The call, or a tool error for a field that the answer cannot have.
 */
export async function prepareCall(
  api: ForwardApi,
  operation: ForwardOperation,
  given: unknown,
): Promise<PreparedCall | ToolResult> {
  const { output } = operation;
  const input = ownArguments(operation, given);
  const asked = output?.fields !== undefined && isJsonObject(given) ? given[output.fields] : undefined;
  const fields = Array.isArray(asked) ? asked.filter((path) => typeof path === 'string') : [];
  const call = { api, operation, input, fields: fields.length === 0 ? undefined : fields };
  const table = fields.length > 0 && output?.shape !== undefined ? await api.loadFields?.() : undefined;
  const problem = table && output?.shape !== undefined ? checkFields(fields, table, output.shape) : undefined;
  return problem === undefined ? call : error(problem);
}

/** The exact arguments, where validators see rounded integers, without those about the answer. */
function ownArguments({ output, paging }: ForwardOperation, given: unknown): unknown {
  const input = exactOf(given);
  const names = [output?.fields, paging?.argument];
  if (!isJsonObject(input) || !names.some((name) => name !== undefined && Object.hasOwn(input, name))) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
}

/** A call whose answer a function of the user may make. */
export interface TransformedCall extends ForwardCall {
  readonly transform: ((value: unknown) => unknown) | undefined;
}

/**
 * Calls an operation and turns the answer into a result.
 *
 * @param isWhole The answer is for code: it is not shortened.
 */
export async function answerCall(
  api: ForwardApi,
  operation: ForwardOperation,
  given: unknown,
  forCall: TransformedCall,
  isWhole: boolean,
): Promise<ToolResult> {
  const call = await prepareCall(api, operation, given);
  if (call instanceof ToolResult) return call;
  const { transform } = forCall;
  const { fileRead } = forCall.context;
  if (fileRead !== undefined) {
    if (!readsFile(operation, transform !== undefined)) throw noFile();
    const answer = await send(api, operation, call.input, forCall);
    return answer.kind === 'result' ? answer.result : error('The API has no such file');
  }
  const maxTokens = isWhole || transform !== undefined ? Infinity : tokensToRead(call);
  const sent = await send(api, operation, call.input, forCall, maxTokens);
  const answer = transform === undefined ? sent : await transformAnswer(operation, call.input, sent, transform);
  const links = forCall.context.hasFileLinks === true && readsFile(operation, transform !== undefined);
  const shaped = links ? { ...call, tool: forCall.tool } : call;
  const pause = startWork();
  const result = await (isWhole && call.fields === undefined
    ? wholeAnswer(call, answer, pause)
    : shapeAnswer(shaped, answer, pause));
  await pause();
  return result;
}

/** Calls an operation for a handler: the answer is whole. */
export function callForHandler(
  api: ForwardApi,
  operation: ForwardOperation,
  given: unknown,
  forCall: ForwardCall,
): Promise<ApiAnswer> {
  return send(api, operation, ownArguments(operation, given), forCall);
}

async function send(
  api: ForwardApi,
  operation: ForwardOperation,
  input: unknown,
  forCall: ForwardCall,
  maxTokens?: number,
): Promise<ApiAnswer> {
  const { context, headers } = forCall;
  const span = context.exchange?.span;
  if ((context.credentials ?? headers ?? api.delegated) === undefined) {
    return callApi(api, operation, input, context.signal, { span, maxTokens, file: context.fileRead });
  }
  const { makeFinder } = await import('./own-credentials.js');
  for (let asked = 0; ; asked += 1) {
    try {
      return await callApi(api, operation, input, context.signal, {
        span,
        maxTokens,
        file: context.fileRead,
        findOwn: makeFinder(forCall),
      });
    } catch (error) {
      // Asked for once more when the API refuses what the user has granted.
      if (!(error instanceof ConsentNeeded) || asked === maxConsents) throw error;
      await context.delegation?.connect({ api: api.name, context });
    }
  }
}

/**
 * Shapes the answer that a handler returns as it came.
 *
 * @returns The value itself when there is nothing to leave out or to add.
 */
export async function shapeReturned(call: PreparedCall, answer: ApiAnswer, value: unknown): Promise<unknown> {
  const shaped = await shapeAnswer(call, answer, startWork());
  const { content = [], structured: sent } = ToolResult.partsOf(shaped) ?? {};
  const isPlain = content.length === 0 && sent !== undefined && !('sent' in sent) && sent.value === value;
  return isPlain ? value : shaped;
}
