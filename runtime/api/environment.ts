/** Environment variables of a process or a platform, by name. */
export interface Variables {
  readonly [name: string]: string | undefined;
}

/** The variables that a definition declares. */
export interface Environment {
  /**
   * Reads the variables from here, and not from the process, until the next call.
   *
   * @throws EnvironmentError that names every variable that is missing or invalid.
   */
  read(variables: Variables): void;
}
