/** Takes down what a handler does to the world. */
export interface Effects {
  /**
   * Something happened.
   *
   * @param detail Compared as well: JSON that is the same in every run.
   */
  readonly effect: (name: string, detail?: unknown) => void;
  /** A function that does the same, and every call of which is an effect; its arguments are not compared. */
  readonly observe: <Parameters extends readonly unknown[], Result>(
    name: string,
    run: (...parameters: Parameters) => Result,
  ) => (...parameters: Parameters) => Result;
}

/** @param list Where effects are put down. */
export function recordEffects(list: string[]): Effects {
  const effect = (name: string, detail?: unknown): void => {
    list.push(detail === undefined ? name : `${name} ${JSON.stringify(detail)}`);
  };
  return {
    effect,
    observe:
      (name, run) =>
      (...parameters) => {
        effect(name);
        return run(...parameters);
      },
  };
}
