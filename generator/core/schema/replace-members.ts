/**
 * Wraps an object in a proxy that replaces some members, for Ajv code that receives the object. Using the original as
 * the prototype would leak memory: V8 keeps prototypes, and all code written through them, until it collects the old
 * generation.
 */
export function replaceMembers<Target extends object>(target: Target, members: Partial<Target>): Target {
  return new Proxy(target, {
    get: (original, key) => Reflect.get(Object.hasOwn(members, key) ? members : original, key) as unknown,
  });
}
