import type { HandlerContext, NoElicitations } from '../../core/api/handler-context.js';
import type { ToolHandlerResult, ToolHandler } from '../../core/api/handlers.js';
import { ToolResult } from '../../core/api/builders.js';
import type { ApiResponse } from './decode-response.js';
import type {
  ForwardApi,
  ForwardingHandler,
  ForwardOperation,
  ForwardOptions,
  ResponseTransform,
} from './forward-definition.js';

/**
 * Creates the handler of a tool that calls an API. JSON becomes structured content; text, images and audio become
 * content of their type; other bytes become an embedded resource; an empty response becomes the text `Success`. An API
 * error becomes a tool error. Results are truncated to the token budget of the tool.
 *
 * @param tool Name of the tool, for the user's `credentials`.
 * @param transform Creates the result from the JSON value of the API.
 */
export function createForward<Input, Output, App = unknown>(
  api: ForwardApi,
  operation: ForwardOperation,
  tool = '',
  transform?: ResponseTransform,
): ToolHandler<Input, Output, NoElicitations, App> {
  return async (input, context): Promise<ToolResult> => {
    const { callOperation } = await import('./call-operation.js');
    // A tool with a transform has no handler, and no elicitations.
    const boundTransform = transform && ((value: unknown) => transform(value, context as HandlerContext));
    return callOperation(api, operation, input, { tool, context, transform: boundTransform }, isForCode(context));
  };
}

/**
 * Adds `context.forward(input)` to the context of a handler. It returns the whole value of the API. If a handler
 * returns the same object, the result is shaped as for a tool without a handler.
 *
 * @param tool Name of the tool, for the user's `credentials`.
 */
export function withForward<
  Input,
  Output,
  Elicitations extends object = NoElicitations,
  App = unknown,
  Added = unknown,
>(
  handler: ForwardingHandler<Input, Output, Elicitations, App, Added>,
  api: ForwardApi,
  operation: ForwardOperation,
  tool = '',
): ToolHandler<Input, Output, Elicitations, App, Added> {
  return async (input, context) => {
    // A user function may do more than read a file.
    if ('fileRead' in context && context.fileRead !== undefined) throw (await import('./read-file.js')).noFile();
    const { callForHandler, prepareCall, shapeReturned } = await import('./call-operation.js');
    const prepared = await prepareCall(api, operation, input);
    if (prepared instanceof ToolResult) return prepared;
    const forwarded = new Map<unknown, ApiResponse>();
    const forward = async (forwardInput: Input, { headers }: ForwardOptions = {}): Promise<Output> => {
      const response = await callForHandler(api, operation, forwardInput, { tool, context, headers });
      if (response.kind !== 'json') return (response.kind === 'empty' ? undefined : response.result) as Output;
      if (typeof response.value === 'object' && response.value !== null) forwarded.set(response.value, response);
      return response.value as Output;
    };
    // Added to the context itself: a copy would lose its getters.
    const returned = await handler(input, Object.assign(context, { forward }));
    const source = isForCode(context) ? undefined : forwarded.get(returned);
    return (
      source === undefined ? returned : await shapeReturned(prepared, source, returned)
    ) as ToolHandlerResult<Output>;
  };
}

/** Whether the result goes to code instead of a model. */
function isForCode<Elicitations extends object>(context: HandlerContext<Elicitations>): boolean {
  return 'wholeResponses' in context && context.wholeResponses === true;
}
