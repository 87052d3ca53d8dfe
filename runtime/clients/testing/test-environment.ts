import type { Environment, RunInside, ValueScope, Variables } from '../../core/api/environment.js';

/** The parts of `process` of Node that tests need. */
interface Process {
  readonly env?: Variables;
  getBuiltinModule?(name: string): { readonly AsyncLocalStorage: new () => ValueScope } | undefined;
}

/**
 * Reads the environment variables of a server in a test. Returns a function that runs work of this server: `env` has its values there, and
 * those of the last server elsewhere. On a platform without `AsyncLocalStorage` it has those of the last server everywhere.
 *
 * @param overrides Variables that override those of the process.
 * @throws EnvironmentError that names every variable that is missing or invalid.
 */
export function readTestEnvironment(environment: Environment | undefined, overrides: Variables = {}): RunInside {
  const { process } = globalThis as { readonly process?: Process };
  const variables = { ...process?.env, ...overrides };
  environment?.read(variables);
  const module = process?.getBuiltinModule?.('node:async_hooks');
  if (environment === undefined || module === undefined) return (work) => work();
  return environment.bind(variables, () => new module.AsyncLocalStorage());
}
