import type { NoQuestions } from '../api/handler-context.js';
import type { ToolHandler } from '../api/handlers.js';
import type { ForwardApi, ForwardingHandler, ForwardOperation, ForwardOptions } from './forward-definition.js';
/**
 * The handler of a tool that is answered by calling an API: JSON becomes structured content, text a text, images and sounds
 * content of their kind, other bytes an embedded resource, nothing the text `Success`. An error of the API is an
 * error of the tool.
 */
export declare function createForward<Input, Output>(api: ForwardApi, operation: ForwardOperation, options?: ForwardOptions): ToolHandler<Input, Output>;
/** Gives `context.forward(input)` to the handler of a tool that is implemented although it could be forwarded. */
export declare function withForward<Input, Output, Questions extends object = NoQuestions>(handler: ForwardingHandler<Input, Output, Questions>, api: ForwardApi, operation: ForwardOperation, options?: ForwardOptions): ToolHandler<Input, Output, Questions>;
