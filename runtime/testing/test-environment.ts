import type { Environment, Variables } from '../api/environment.js';

/**
 * Reads the environment variables of a server in a test.
 *
 * @param given Variables that override those of the process.
 * @throws EnvironmentError that names every variable that is missing or invalid.
 */
export function readTestEnvironment(environment: Environment | undefined, given: Variables = {}): void {
  const { process } = globalThis as { readonly process?: { readonly env?: Variables } };
  environment?.read({ ...process?.env, ...given });
}
