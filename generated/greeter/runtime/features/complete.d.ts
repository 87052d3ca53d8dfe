import type { CallContext } from './call-context.js';
import { type JsonObject } from '../protocol/json-object.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
/**
 * Answers `completion/complete`: from the list of the definition, best matches first, or with what the handler suggests.
 * What cannot be completed has no suggestions.
 *
 * @throws ProtocolError -32602 for a prompt, a template or an argument that does not exist and for parameters that are
 * none; -32603 when the handler fails.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
 */
export declare function complete(service: Service, params: JsonObject, context: CallContext): Promise<ResultBody>;
