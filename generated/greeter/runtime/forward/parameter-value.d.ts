import type { ArgumentPath, KeyRenames } from './forward-definition.js';
/** A value as the styles of OpenAPI see it: all plain values are text. */
export type ParameterValue = {
    readonly kind: 'text';
    readonly text: string;
} | {
    readonly kind: 'list';
    readonly items: readonly string[];
} | {
    readonly kind: 'object';
    readonly entries: readonly (readonly [key: string, text: string])[];
};
/** The value that a path leads to; `undefined` when there is none. */
export declare function findArgument(input: unknown, path: ArgumentPath): unknown;
/**
 * Prepares a value for a style. What is `null` or `undefined` inside of it is left out; what is nested deeper than styles can
 * say becomes JSON text.
 */
export declare function readParameterValue(value: unknown): ParameterValue;
/** Whether there is something to send. */
export declare function isGiven(value: unknown): boolean;
/** A string as it is, anything else as JSON text. */
export declare function toPlainText(value: unknown): string;
/** A value with the keys that the API knows in place of those that the tool shows. */
export declare function renameKeys(value: unknown, id: string | undefined, renames: {
    readonly [id: string]: KeyRenames;
} | undefined): unknown;
