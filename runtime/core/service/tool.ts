import type { ToolDefinition, ToolValidators } from '../api/definition.js';
import type { HandlerContext, NoElicitations } from '../api/handler-context.js';
import type { ResultBody } from '../results/result-body.js';
import type { JsonObject } from '../../wire/json.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';

/** Handler of the user, called with the input that its definition declares. */
export type Handler = (input: unknown, context: HandlerContext) => unknown;

/** A tool with its handler and validators. */
export interface Tool {
  readonly definition: ToolDefinition;
  /**
   * Runs a call with valid arguments: calls the handler, or does the job of a tool without one.
   *
   * @param caller Calls other tools, for a tool without a handler.
   */
  run(input: JsonObject, context: HandlerContext<NoElicitations, never>, caller?: ToolCaller): unknown;
  /** Present after the first call. */
  validators: ToolValidators | undefined;
}

/** Calls tools inside of a call. */
export interface ToolCaller {
  /**
   * @param context Context of a branch. Default: that of the call itself.
   * @param protocolVersion Protocol version that the result is encoded for. Default: that of the context.
   */
  callInside(
    tool: Tool,
    input: JsonObject,
    context?: HandlerContext<NoElicitations, never>,
    protocolVersion?: ProtocolVersion,
  ): ResultBody | Promise<ResultBody>;
}
