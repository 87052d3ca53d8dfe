import type { PromptDefinition } from '../api/definition.js';
import type { Revision } from '../protocol/revisions.js';
import type { ResultBody } from './result-body.js';
/**
 * Turns what a prompt handler answered into a result. The description is that of the answer, else that of the definition.
 *
 * @throws AnswerFault when it is no answer: messages need a role and content, content the fields of its type.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#promptmessage
 */
export declare function encodePromptAnswer(prompt: PromptDefinition, value: unknown, revision: Revision): ResultBody;
