/** Type check for options: their names, a description of valid values, and a predicate. */
export type OptionRule = readonly [names: string, expected: string, accepts: (value: unknown) => boolean];

/** Returns whether a value is an array of strings. */
export function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Returns whether a value is a positive integer that is a valid timer delay. */
export function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31;
}

/**
 * Checks options. An option with the value `undefined` counts as missing.
 *
 * @param prefix Prefix of the names in messages.
 * @throws TypeError that names the first unknown or invalid option.
 */
export function checkOptions(options: object, rules: readonly OptionRule[], prefix = ''): void {
  for (const [name, value] of Object.entries(options)) {
    const rule = rules.find(([names]) => names.split(' ').includes(name));
    if (rule === undefined) {
      const known = rules.flatMap(([names]) => names.split(' ')).join(', ');
      throw new TypeError(`Unknown option "${prefix}${name}"; known options are ${known}`);
    }
    const [, expected, accepts] = rule;
    if (value !== undefined && !accepts(value)) throw new TypeError(`Option "${prefix}${name}" must be ${expected}`);
  }
}
