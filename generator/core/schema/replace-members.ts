/**
 * Wraps an object in a proxy that replaces some members, for Ajv code that receives it. An object with the original as its prototype would
 * not do: V8 keeps prototypes, and with them all code that is written, until it collects the old generation.
 */
export function replaceMembers<Target extends object>(target: Target, members: Partial<Target>): Target {
  return new Proxy(target, {
    get: (original, key) => Reflect.get(Object.hasOwn(members, key) ? members : original, key) as unknown,
  });
}
