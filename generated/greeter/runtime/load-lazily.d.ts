/**
 * Keeps something out of memory until it is first used. A server that is only asked what it has starts faster without the
 * code that answers calls.
 *
 * @returns Calls back with what was loaded: at once when it is there already.
 */
export declare function loadLazily<Loaded>(load: () => Promise<Loaded>): <Result>(use: (loaded: Loaded) => Result | Promise<Result>) => Result | Promise<Result>;
