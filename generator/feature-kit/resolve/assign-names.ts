/**
 * Returns the first free name of `name`, `name2`, `name3`, ….
 *
 * @param withNumber Builds a name with a number. Default: appends it.
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
 * Assigns names: first to things that keep an earlier name, so that new things do not rename others, then to the rest.
 *
 * @param rules `keep` returns the earlier name if it is free, `choose` a new one; `take` marks a name as taken.
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
