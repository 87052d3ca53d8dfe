import type { Environment } from './forward-definition.js';

/** The environment of the process; empty on platforms that have none. */
export function readProcessEnvironment(): Environment {
  return (globalThis as { readonly process?: { readonly env?: Environment } }).process?.env ?? {};
}

/** The value of an environment variable without white space around it; `undefined` when nothing is left. */
export function readVariable(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}
