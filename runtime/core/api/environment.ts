/** Environment variables of a process or a platform, by name. */
export interface Variables {
  readonly [name: string]: string | undefined;
}

/** The variables that a definition declares. */
export interface Environment {
  /**
   * Reads the variables from this object, not from the process, until the next call.
   *
   * @throws EnvironmentError that names every variable that is missing or invalid.
   */
  read(variables: Variables): void;
  /**
   * Reads the variables for one of several servers in a process. Returns a function that runs code with these values,
   * even after later calls of `read`.
   *
   * @param makeScope Called once, by the first call.
   * @throws EnvironmentError that names every variable that is missing or invalid.
   */
  bind(variables: Variables, makeScope: () => ValueScope): RunInside;
}

/** The part of Node's `AsyncLocalStorage` that finds the values for the running code. */
export interface ValueScope {
  getStore(): unknown;
  run<Result>(values: unknown, work: () => Result): Result;
}

/** Runs work and returns its result. */
export type RunInside = <Result>(work: () => Result) => Result;
