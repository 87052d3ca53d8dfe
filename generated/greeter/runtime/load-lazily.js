/**
 * Keeps something out of memory until it is first used. A server that is only asked what it has starts faster without the
 * code that answers calls.
 *
 * @returns Calls back with what was loaded: at once when it is there already.
 */
export function loadLazily(load) {
    let loaded;
    return (use) => {
        if (loaded !== undefined)
            return use(loaded);
        return load().then((first) => {
            loaded = first;
            return use(first);
        });
    };
}
