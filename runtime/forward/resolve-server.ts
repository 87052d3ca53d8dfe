import { ForwardError } from './forward-error.js';
import type { Environment, ForwardApi, ForwardServer } from './forward-definition.js';

/**
 * Returns the base URL of a server, without a slash at the end. It depends on the document and the environment alone.
 *
 * @throws ForwardError that names the environment variable to set.
 */
export function resolveServer(api: ForwardApi, server: ForwardServer, environment: Environment): string {
  const override = readVariable(environment, server.environment);
  let url: URL;
  try {
    url = new URL(override ?? fillVariables(api, server, environment));
  } catch (error) {
    if (error instanceof ForwardError) throw error;
    throw new ForwardError(
      override !== undefined
        ? `The environment variable ${server.environment} must be the base URL of the ${api.name} API`
        : `The document of the ${api.name} API does not say where it is: set the environment variable ${server.environment} to its base URL`,
    );
  }
  if ((url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '') {
    return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`;
  }
  throw new ForwardError(
    `The base URL of the ${api.name} API must be one of http or https and hold no password: set the environment variable ${server.environment}`,
  );
}

function fillVariables(api: ForwardApi, { url, variables }: ForwardServer, environment: Environment): string {
  if (variables === undefined) return url;
  return url.replaceAll(/\{([^{}]*)\}/gu, (placeholder, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (variable === undefined) return placeholder;
    const value = readVariable(environment, variable.environment) ?? variable.default;
    if (variable.enum === undefined || variable.enum.includes(value)) return value;
    throw new ForwardError(
      `The environment variable ${variable.environment} must be one of ${variable.enum.join(', ')}, as the ${api.name} API has it`,
    );
  });
}

/** Environment of the process; empty on platforms without one. */
export function readProcessEnvironment(): Environment {
  return (globalThis as { readonly process?: { readonly env?: Environment } }).process?.env ?? {};
}

/** Value of an environment variable without surrounding white space; `undefined` when it is empty. */
export function readVariable(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}
