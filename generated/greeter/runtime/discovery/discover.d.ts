import type { JsonObject } from '../protocol/json-object.js';
import { type Revision } from '../protocol/revisions.js';
import type { Service, Tool } from '../service/service.js';
import type { ToolDiscovery } from '../api/operation-definition.js';
/** Calls an operation as the tool that it would be by itself. */
type CallOperation = (operation: Tool, input: unknown) => unknown;
/**
 * Answers one of the three tools that stand for many operations.
 *
 * @param input Valid for the tool: what is searched for, or an operation and its arguments.
 */
export declare function discover(service: Service, discovery: ToolDiscovery, input: JsonObject, revision: Revision, call: CallOperation): Promise<unknown>;
export {};
