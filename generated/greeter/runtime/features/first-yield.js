/** Whether a value is a generator, or anything else that is an iterator and iterable at once. */
export function isGenerator(value) {
    if (typeof value !== 'object' || value === null || !('next' in value) || typeof value.next !== 'function')
        return false;
    return Symbol.iterator in value || Symbol.asyncIterator in value;
}
/**
 * The first value that a generator yields; the generator is closed after that, without waiting for it.
 *
 * @returns `undefined` when it yields nothing, else the value in a box.
 */
export async function takeFirstYield(generator) {
    const step = await generator.next();
    if (step.done === true)
        return undefined;
    const value = await step.value;
    close(generator);
    return { value };
}
function close(generator) {
    // The answer is there: whatever goes wrong in a `finally` block can no longer change it.
    const ignore = () => { };
    try {
        Promise.resolve(generator.return?.()).catch(ignore);
    }
    catch {
        ignore();
    }
}
