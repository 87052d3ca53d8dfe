import type { Variables } from '../../core/api/environment.js';
import { listVariables, readVariable } from '../../core/service/environment-variables.js';
import { ForwardError } from '../../core/results/forward-error.js';
import type { ForwardApi, ForwardServer } from './forward-definition.js';

/**
 * Returns the base URL of a server, without a trailing slash. It depends only on the document and the environment.
 *
 * @throws ForwardError that names the environment variable to set.
 */
export function resolveServer(api: ForwardApi, server: ForwardServer): string {
  const override = readApiVariable(server.environment);
  const text = override ?? fillVariables(api, server);
  if (!URL.canParse(text)) {
    throw override === undefined
      ? unknownAddress(api, server)
      : new ForwardError(`The environment variable ${server.environment} must be the base URL of the ${api.name} API`);
  }
  const { protocol, username, password, origin, pathname } = new URL(text);
  if ((protocol === 'https:' || protocol === 'http:') && username === '' && password === '') {
    // The look-behind keeps the time linear for a path with many slashes.
    return `${origin}${pathname.replace(/(?<!\/)\/+$/u, '')}`;
  }
  throw new ForwardError(
    `The base URL of the ${api.name} API must be an http or https URL without a password: set the environment variable ${server.environment}`,
  );
}

function unknownAddress({ name }: ForwardApi, { environment }: ForwardServer): ForwardError {
  return new ForwardError(
    `The document of the ${name} API specifies no server: set the environment variable ${environment} to its base URL`,
  );
}

/** @throws ForwardError for a variable that the document does not declare, or a value that it does not allow. */
function fillVariables(api: ForwardApi, server: ForwardServer): string {
  const { url, variables = {} } = server;
  return url.replaceAll(/\{([^{}]*)\}/gu, (_placeholder, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (variable === undefined) throw unknownAddress(api, server);
    const value = readApiVariable(variable.environment) ?? variable.default;
    if (variable.enum === undefined || variable.enum.includes(value)) return value;
    throw new ForwardError(
      `The environment variable ${variable.environment} must be one of ${variable.enum.join(', ')}, as the ${api.name} API requires`,
    );
  });
}

/** Returns a variable without surrounding white space; `undefined` if it is empty or missing. Warns of its former name. */
export function readApiVariable(name: string): string | undefined {
  const value = readVariable(name);
  if (value === undefined) warnOfFormerName(name, listVariables() ?? {});
  return value;
}

const warned = new Set<string>();

/**
 * Warns once on stderr if a variable is set under the name that it had in version 0.2, which began with the API name, not the server name.
 */
function warnOfFormerName(name: string, environment: Variables): void {
  const [, ...parts] = name.split('__');
  const former = parts.join('_');
  if (former === '' || warned.has(name) || !Object.hasOwn(environment, former)) return;
  warned.add(name);
  // oxlint-disable-next-line no-console -- every platform shows it to the operator.
  console.error(`${former} is set but no longer read: if its value is meant for this server, set ${name}`);
}
