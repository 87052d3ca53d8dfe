/** The part of the global `process` that gives access to modules of the platform. */
interface ModuleSource {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

/** A module of the platform. Returns `undefined` on platforms without it: nothing has to be resolved when code is bundled. */
export function loadModule(name: string): unknown {
  return (globalThis as ModuleSource).process?.getBuiltinModule?.(name);
}
