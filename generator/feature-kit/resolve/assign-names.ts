/**
 * Returns the first of `name`, `name2`, `name3`, … that is not taken.
 * @param withNumber Builds a name with a number. Default: appends the number.
 */
export function firstFree(
  name: string,
  isTaken: (name: string) => boolean,
  withNumber = (number: number) => `${name}${number}`,
): string {
  let free = name;
  for (let number = 2; isTaken(free); number++) free = withNumber(number);
  return free;
}

/**
 * Assigns names. Items that keep an earlier name are named first, so that new items do not change existing names.
 * @param rules `keep` returns the earlier name if it is free, `choose` returns a new one, and `take` marks a name as
 * taken.
 * @see docs/decisions/0005-names-survive-later-runs.md
 */
export function assignNames<Thing, Name>(
  things: readonly Thing[],
  rules: { keep: (thing: Thing) => Name | undefined; choose: (thing: Thing) => Name; take: (name: Name) => void },
): ReadonlyMap<Thing, Name> {
  const namesByThing = new Map<Thing, Name>();
  for (const find of [rules.keep, rules.choose]) {
    for (const thing of things) {
      const name = namesByThing.has(thing) ? undefined : find(thing);
      if (name === undefined) continue;
      namesByThing.set(thing, name);
      rules.take(name);
    }
  }
  return namesByThing;
}
