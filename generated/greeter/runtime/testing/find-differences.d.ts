import type { JsonObject } from '../protocol/json-object.js';
import type { ComparedTool } from './compared-tool.js';
import type { EraRun } from './era-run.js';
/** What runs are compared by. */
export interface Comparison {
    /** What was called, if it was a tool. */
    readonly tool: ComparedTool | undefined;
    /** Takes out of a result what is different every time. */
    readonly normalise: (result: JsonObject) => unknown;
}
/**
 * Compares runs: those that can do all that the call takes with each other, and so those that lack the same. Two runs are
 * compared in the words of the older revision.
 *
 * @returns A sentence for each difference.
 */
export declare function findDifferences(runs: readonly EraRun[], comparison: Comparison): readonly string[];
