import { replaceVariables } from '../../core/service/environment-variables.js';
import type { Environment, RunInside, ValueScope, Variables } from '../../core/api/environment.js';

/** The parts of Node's `process` that tests need. */
interface Process {
  readonly env?: Variables;
  getBuiltinModule?(name: string): { readonly AsyncLocalStorage: new () => ValueScope } | undefined;
}

/**
 * Reads the environment variables of a server under test. Returns a function that runs code of this server, in which
 * `env`, databases and APIs have this server's values; elsewhere `env` has the values of the last server. On a platform
 * without `AsyncLocalStorage`, `env` has the values of the last server everywhere, and databases and APIs those of the
 * process.
 *
 * @param overrides Variables that override the environment of the process.
 * @throws EnvironmentError that names every variable that is missing or invalid.
 */
export function readTestEnvironment(environment: Environment | undefined, overrides: Variables = {}): RunInside {
  const { process } = globalThis as { readonly process?: Process };
  const variables = { ...process?.env, ...overrides };
  environment?.read(variables);
  const module = process?.getBuiltinModule?.('node:async_hooks');
  if (module === undefined) return (work) => work();
  const makeScope = (): ValueScope => new module.AsyncLocalStorage();
  const runWithVariables = replaceVariables(variables, makeScope);
  const runWithValues = environment?.bind(variables, makeScope);
  return (work) => runWithVariables(() => (runWithValues === undefined ? work() : runWithValues(work)));
}
