/** Whether a value is a generator, or anything else that is an iterator and iterable at once. */
export declare function isGenerator(value: unknown): value is Iterator<unknown> | AsyncIterator<unknown>;
/**
 * The first value that a generator yields; the generator is closed after that, without waiting for it.
 *
 * @returns `undefined` when it yields nothing, else the value in a box.
 */
export declare function takeFirstYield(generator: Iterator<unknown> | AsyncIterator<unknown>): Promise<{
    readonly value: unknown;
} | undefined>;
