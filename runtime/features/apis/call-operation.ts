import { error, ToolResult } from '../../core/api/builders.js';
import { startWork } from '../../wire/after-turn.js';
import { exactOf } from '../../wire/exact-value.js';
import { isJsonObject } from '../../wire/json.js';
import { checkFields } from './responses/check-fields.js';
import { shapeResponse, tokensToRead, wholeResult } from './responses/shape-response.js';
import { transformResponse } from './responses/transform-response.js';
import { callApi } from './call-api.js';
import type { ApiResponse } from './decode-response.js';
import type { ForwardApi, ForwardOperation } from './forward-definition.js';
import { ConsentNeeded } from '../../core/results/forward-error.js';
import { noFile, readsFile } from './read-file.js';
import type { ForwardCall } from './call-credentials.js';

/** Maximum number of consent requests to the user during one call. */
const maxConsents = 2;

/** Call of an operation, with arguments that control the result separated. */
export interface PreparedCall {
  readonly api: ForwardApi;
  readonly operation: ForwardOperation;
  /** Arguments of the operation. */
  readonly input: unknown;
  readonly fields: readonly string[] | undefined;
}

/**
 * Separates the arguments that control the result from the operation's arguments.
 *
 * @returns The call, or a tool error for a field that the response cannot have.
 */
export async function prepareCall(
  api: ForwardApi,
  operation: ForwardOperation,
  args: unknown,
): Promise<PreparedCall | ToolResult> {
  const { output } = operation;
  const input = operationArguments(operation, args);
  const requestedPaths = output?.fields !== undefined && isJsonObject(args) ? args[output.fields] : undefined;
  const fields = Array.isArray(requestedPaths) ? requestedPaths.filter((path) => typeof path === 'string') : [];
  const call = { api, operation, input, fields: fields.length === 0 ? undefined : fields };
  const table = fields.length > 0 && output?.shape !== undefined ? await api.loadFields?.() : undefined;
  const problem = table && output?.shape !== undefined ? checkFields(fields, table, output.shape) : undefined;
  return problem === undefined ? call : error(problem);
}

/**
 * Returns the arguments of the operation, without the arguments that control the result. Integers are exact; validators
 * see rounded values.
 */
function operationArguments({ output, paging }: ForwardOperation, args: unknown): unknown {
  const input = exactOf(args);
  const names = [output?.fields, paging?.argument];
  if (!isJsonObject(input) || !names.some((name) => name !== undefined && Object.hasOwn(input, name))) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
}

/** Call whose result a user function can transform. */
export interface TransformedCall extends ForwardCall {
  readonly transform: ((value: unknown) => unknown) | undefined;
}

/**
 * Calls an operation and turns the response into a result.
 *
 * @param isWhole Whether the result is for code and therefore not truncated.
 */
export async function callOperation(
  api: ForwardApi,
  operation: ForwardOperation,
  args: unknown,
  forCall: TransformedCall,
  isWhole: boolean,
): Promise<ToolResult> {
  const prepared = await prepareCall(api, operation, args);
  if (prepared instanceof ToolResult) return prepared;
  const call = { ...prepared, supplied: forCall.context.supplied };
  const { transform } = forCall;
  const { fileRead } = forCall.context;
  if (fileRead !== undefined) {
    if (!readsFile(operation, transform !== undefined)) throw noFile();
    const file = await send(api, operation, call.input, forCall);
    return file.kind === 'result' ? file.result : error('The API has no such file');
  }
  const maxTokens = isWhole || transform !== undefined ? Infinity : tokensToRead(call);
  const sent = await send(api, operation, call.input, forCall, maxTokens);
  const response = transform === undefined ? sent : await transformResponse(operation, call.input, sent, transform);
  const links = forCall.context.hasFileLinks === true && readsFile(operation, transform !== undefined);
  const shaped = links ? { ...call, tool: forCall.tool } : call;
  const pause = startWork();
  const result = await (isWhole && call.fields === undefined
    ? wholeResult(call, response, pause)
    : shapeResponse(shaped, response, pause));
  await pause();
  return result;
}

/** Calls an operation for a handler. The response is not truncated. */
export function callForHandler(
  api: ForwardApi,
  operation: ForwardOperation,
  args: unknown,
  call: ForwardCall,
): Promise<ApiResponse> {
  return send(api, operation, operationArguments(operation, args), call);
}

async function send(
  api: ForwardApi,
  operation: ForwardOperation,
  input: unknown,
  forCall: ForwardCall,
  maxTokens?: number,
): Promise<ApiResponse> {
  const { context, headers } = forCall;
  const span = context.exchange?.span;
  const call = operation.graphql ? (await import('./graphql/call-graphql.js')).callGraphql : callApi;
  if (context.isDryRun === true) return call(api, operation, input, context.signal, { isDryRun: true });
  if ((context.credentials ?? headers ?? api.delegated) === undefined) {
    return call(api, operation, input, context.signal, { span, maxTokens, file: context.fileRead });
  }
  const { makeFinder } = await import('./call-credentials.js');
  for (let consents = 0; ; consents += 1) {
    try {
      return await call(api, operation, input, context.signal, {
        span,
        maxTokens,
        file: context.fileRead,
        findCallCredentials: makeFinder(forCall),
      });
    } catch (error) {
      // Repeated if the API rejects the token that the user granted.
      if (!(error instanceof ConsentNeeded) || consents === maxConsents) throw error;
      await context.delegation?.connect({ api: api.name, context });
    }
  }
}

/**
 * Shapes a response that a handler returns unchanged.
 *
 * @returns The value itself if nothing is omitted or added.
 */
export async function shapeReturned(call: PreparedCall, response: ApiResponse, value: unknown): Promise<unknown> {
  const shaped = await shapeResponse(call, response, startWork());
  const { content = [], structured: sent } = ToolResult.partsOf(shaped) ?? {};
  const isPlain = content.length === 0 && sent !== undefined && !('sent' in sent) && sent.value === value;
  return isPlain ? value : shaped;
}
