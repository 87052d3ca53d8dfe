import type { ToolDefinition, ToolValidators } from '../api/definition.js';
import type { SupplyArguments } from '../api/supplied-arguments.js';
import type { ErrorPort } from '../api/error-port.js';
import type { HandlerContext, NoElicitations } from '../api/handler-context.js';
import type { ResultBody } from '../results/result-body.js';
import type { JsonObject } from '../../wire/json.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';

/** User handler, called with the input that its definition declares. */
export type Handler = (input: unknown, context: HandlerContext) => unknown;

/** A tool with its handler and validators. */
export interface Tool {
  readonly definition: ToolDefinition;
  /**
   * Runs a call with valid arguments: calls the handler, or the implementation of a tool without a handler.
   *
   * @param caller Calls other tools, for a tool without a handler.
   */
  run(input: JsonObject, context: HandlerContext<NoElicitations, never>, caller?: ToolCaller): unknown;
  /** Validators of the tool, set by the first call. */
  validators: ToolValidators | undefined;
  /** Errors that the tool declares, set with the validators. */
  errors?: ErrorPort | undefined;
  /** Finds the arguments that the server supplies, set by the first call. */
  supply?: SupplyArguments;
}

/** Calls tools inside a call. */
export interface ToolCaller {
  /**
   * @param context Context of a branch. Default: the call's own context.
   * @param protocolVersion Protocol version that the result is encoded for. Default: the context's protocol version.
   */
  callInside(
    tool: Tool,
    input: JsonObject,
    context?: HandlerContext<NoElicitations, never>,
    protocolVersion?: ProtocolVersion,
  ): ResultBody | Promise<ResultBody>;
}
