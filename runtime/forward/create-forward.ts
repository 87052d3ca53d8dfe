import type { HandlerContext, NoQuestions } from '../api/handler-context.js';
import type { ToolHandler } from '../api/handlers.js';
import { loadLazily } from '../service/load-lazily.js';
import { structured, text, type ToolResult } from '../api/builders.js';
import type { ApiAnswer } from './decode-answer.js';
import type {
  ForwardApi,
  ForwardContext,
  ForwardingHandler,
  ForwardOperation,
  ForwardOptions,
} from './forward-definition.js';

/**
 * The handler of a tool that is answered by calling an API: JSON becomes structured content, text a text, images and sounds
 * content of their kind, other bytes an embedded resource, nothing the text `Success`. An error of the API is an
 * error of the tool.
 */
export function createForward<Input, Output>(
  api: ForwardApi,
  operation: ForwardOperation,
  options: ForwardOptions = {},
): ToolHandler<Input, Output> {
  const call = openCaller(api, operation, options);
  return async (input, { signal }): Promise<ToolResult> => {
    const answer = await call(input, signal);
    if (answer.kind === 'json') return structured(answer.value);
    return answer.kind === 'empty' ? text('Success') : answer.result;
  };
}

/** Gives `context.forward(input)` to the handler of a tool that is implemented although it could be forwarded. */
export function withForward<Input, Output, Questions extends object = NoQuestions>(
  handler: ForwardingHandler<Input, Output, Questions>,
  api: ForwardApi,
  operation: ForwardOperation,
  options: ForwardOptions = {},
): ToolHandler<Input, Output, Questions> {
  const call = openCaller(api, operation, options);
  return (input, context) => handler(input, addForward(context, call));
}

type Caller = (input: unknown, signal: AbortSignal) => ApiAnswer | Promise<ApiAnswer>;

/** What calls is loaded by the first call: a server that is only asked what it has starts without it. */
function openCaller(api: ForwardApi, operation: ForwardOperation, options: ForwardOptions): Caller {
  const calls = loadLazily(() => import('./call-api.js'));
  return (input, signal) =>
    calls.loaded?.callApi(api, operation, options, input, signal) ??
    calls.load(({ callApi }) => callApi(api, operation, options, input, signal));
}

/** The context belongs to this one call; its getters need it to be itself, so it gets one more property. */
function addForward<Input, Output, Questions extends object>(
  context: HandlerContext<Questions>,
  call: Caller,
): ForwardContext<Input, Output, Questions> {
  const forward = async (input: Input): Promise<Output> => {
    const answer = await call(input, context.signal);
    if (answer.kind === 'json') return answer.value as Output;
    return (answer.kind === 'empty' ? undefined : answer.result) as Output;
  };
  return Object.assign(context, { forward });
}
