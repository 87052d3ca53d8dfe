import type { RunInside, Variables } from '../api/environment.js';

/** The part of Node's `AsyncLocalStorage` that finds the variables for the running code. */
interface VariableScope {
  getStore(): unknown;
  run<Result>(variables: Variables, work: () => Result): Result;
}

let scope: VariableScope | undefined;

/** Returns the environment of the process or, in a test, of the server under test; `undefined` if the platform has none. */
export function listVariables(): Variables | undefined {
  const { process } = globalThis as { readonly process?: { readonly env?: Variables } };
  return (scope?.getStore() as Variables | undefined) ?? process?.env;
}

/** Returns a variable without surrounding white space; `undefined` if it is empty or missing. */
export function readVariable(name: string): string | undefined {
  return listVariables()?.[name]?.trim() || undefined;
}

/** Returns a function that runs code for which the environment is `variables`. */
export function replaceVariables(variables: Variables, makeScope: () => VariableScope): RunInside {
  const replaced = (scope ??= makeScope());
  return (work) => replaced.run(variables, work);
}
