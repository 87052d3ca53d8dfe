import type { HandlerContext, NoQuestions } from '../api/handler-context.js';
import type { ToolHandler } from '../api/handlers.js';
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
 * Creates the handler of a tool that calls an API. JSON becomes structured content, text a text, images and audio their kind of
 * content, other bytes an embedded resource, an empty answer the text `Success`. An error of the API becomes a tool error.
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

/** Adds `context.forward(input)` to the context of a handler. */
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

/** Returns a function that calls the API; the first call loads the code for it. */
function openCaller(api: ForwardApi, operation: ForwardOperation, options: ForwardOptions): Caller {
  return async (input, signal) => {
    const { callApi } = await import('./call-api.js');
    return callApi(api, operation, options, input, signal);
  };
}

/** Adds `forward` to the context itself: a copy would lose its getters. */
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
