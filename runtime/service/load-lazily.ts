/** A module that is loaded when it is first needed. */
export interface LazyModule<Loaded> {
  /** Present after it was loaded. */
  readonly loaded: Loaded | undefined;
  /** Loads the module, and calls back with it. */
  load<Result>(use: (loaded: Loaded) => Result | Promise<Result>): Promise<Result>;
}

/**
 * Keeps a module out of memory until it is first needed. A server that is only asked what it has starts faster without the
 * code that answers calls. Who needs it each time looks at `loaded` first: calls through a callback would all be made at
 * one place, where V8 cannot know what is called (5 % of the time of a call).
 */
export function loadLazily<Loaded>(load: () => Promise<Loaded>): LazyModule<Loaded> {
  const module: { loaded: Loaded | undefined; load: LazyModule<Loaded>['load'] } = {
    loaded: undefined,
    load: async (use) => use((module.loaded = await load())),
  };
  return module;
}
