/** Where two JSON values differ first, in words; `undefined` where they do not. A member that is `undefined` is none. */
export declare function findFirstDifference(actual: unknown, expected: unknown, path?: string): string | undefined;
/** JSON text of a value, shortened. */
export declare function showJson(value: unknown): string;
