import type { ValidationError } from '../api/validation.js';
/**
 * Says what is wrong with a value, one problem a line: where, what was expected, what came. Values and names that the
 * client sent are shown as JSON, cut to a readable length.
 *
 * @param root What the value itself is called.
 */
export declare function describeProblems(errors: readonly ValidationError[] | null | undefined, value: unknown, root: string): string;
