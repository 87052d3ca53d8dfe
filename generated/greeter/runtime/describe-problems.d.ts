import type { ValidationError } from './validation.js';
/** The shape of {@link describeProblems}, which is loaded with the validators. */
export type DescribeProblems = typeof describeProblems;
/**
 * Says what is wrong with a value, one problem a line: where, what was expected, what came. Values and names that the
 * client sent are shown as JSON, cut to a readable length.
 *
 * @param root What the value itself is called.
 */
export declare function describeProblems(errors: readonly ValidationError[] | null | undefined, value: unknown, root: string): string;
