/**
 * The same object with other members, for code of Ajv that is given it. It is no object that has the other one as its prototype: V8
 * keeps a prototype, and with it all the code that is written, until it collects the old generation.
 */
export function replaceMembers<Target extends object>(target: Target, members: Partial<Target>): Target {
  return new Proxy(target, {
    get: (original, key) => Reflect.get(Object.hasOwn(members, key) ? members : original, key) as unknown,
  });
}
