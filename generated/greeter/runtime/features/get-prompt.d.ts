import type { CallContext } from './call-context.js';
import { type JsonObject } from '../protocol/json-object.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
/**
 * Answers `prompts/get`. The description is that of the answer, else that of the definition.
 *
 * @throws ProtocolError -32602 for a prompt that does not exist and for arguments that are missing or no strings;
 * -32603 when the handler fails or answers with what are no messages.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#getting-a-prompt
 */
export declare function getPrompt(service: Service, params: JsonObject, context: CallContext): Promise<ResultBody>;
