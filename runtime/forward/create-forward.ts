import type { NoQuestions } from '../api/handler-context.js';
import type { ToolHandler } from '../api/handlers.js';
import { structured, text, type ToolResult } from '../api/builders.js';
import type { ApiAnswer } from './decode-answer.js';
import type { ForwardApi, ForwardingHandler, ForwardOperation } from './forward-definition.js';

/**
 * Creates the handler of a tool that calls an API. JSON becomes structured content, text a text, images and audio their kind of
 * content, other bytes an embedded resource, an empty answer the text `Success`. An error of the API becomes a tool error.
 */
export function createForward<Input, Output>(api: ForwardApi, operation: ForwardOperation): ToolHandler<Input, Output> {
  return async (input, { signal }): Promise<ToolResult> => {
    const answer = await call(api, operation, input, signal);
    if (answer.kind === 'json') return structured(answer.value);
    return answer.kind === 'empty' ? text('Success') : answer.result;
  };
}

/** Adds `context.forward(input)` to the context of a handler. */
export function withForward<Input, Output, Questions extends object = NoQuestions>(
  handler: ForwardingHandler<Input, Output, Questions>,
  api: ForwardApi,
  operation: ForwardOperation,
): ToolHandler<Input, Output, Questions> {
  return (input, context) => {
    const forward = async (given: Input): Promise<Output> => {
      const answer = await call(api, operation, given, context.signal);
      if (answer.kind === 'json') return answer.value as Output;
      return (answer.kind === 'empty' ? undefined : answer.result) as Output;
    };
    // Added to the context itself: a copy would lose its getters.
    return handler(input, Object.assign(context, { forward }));
  };
}

/** Calls the API; the first call loads the code for it. */
async function call(...parameters: [ForwardApi, ForwardOperation, unknown, AbortSignal]): Promise<ApiAnswer> {
  const { callApi } = await import('./call-api.js');
  return callApi(...parameters);
}
