/** The part of the global `process` that loads platform modules. */
interface ModuleSource {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

/** Loads a platform module. Returns `undefined` on platforms without it. Bundlers do not have to resolve the module. */
export function loadModule(name: string): unknown {
  return (globalThis as ModuleSource).process?.getBuiltinModule?.(name);
}
