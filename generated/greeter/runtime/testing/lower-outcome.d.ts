import { type JsonObject } from '../protocol/json-object.js';
import type { Revision } from '../protocol/revisions.js';
import type { ComparedTool } from './compared-tool.js';
import type { EraRun, SeenQuestion } from './era-run.js';
/** A result without what the modern era puts around it. */
export declare function stripEnvelope({ resultType: _type, ttlMs: _ttl, cacheScope: _scope, _meta, ...rest }: JsonObject): JsonObject;
/**
 * What an outcome says in the words of a revision that is not newer than its own.
 *
 * @param tool What was called, if it was a tool.
 */
export declare function lowerOutcome({ outcome, revision }: EraRun, to: Revision, tool: ComparedTool | undefined): JsonObject;
/** What a question says in the words of a revision that is not newer than its own. */
export declare function lowerQuestion({ params, requestedSchema }: SeenQuestion, to: Revision): JsonObject;
