/**
 * The first that is free of `name`, `name2`, `name3`, ….
 *
 * @param withNumber Adds the number in another way.
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
 * Names things: first those that keep an earlier name, so that a new thing renames no other one, then the rest.
 *
 * @param rules `keep` returns the earlier name while it is free, `choose` a new one; `take` marks a name as taken.
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
