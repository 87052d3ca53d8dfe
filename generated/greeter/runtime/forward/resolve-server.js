import { readVariable } from './environment.js';
import { ForwardError } from './forward-error.js';
/** What was read last, because reading a URL takes a while. */
const resolved = new WeakMap();
/**
 * Where the operations of a server are, without a slash at the end. Only the document and the environment decide on it.
 *
 * @throws ForwardError that names the environment variable with which to put right what is wrong.
 */
export function resolveServer(api, server, environment) {
    const override = readVariable(environment, server.environment);
    const text = override ?? fillVariables(api, server, environment);
    const known = resolved.get(server);
    if (known?.text === text)
        return known.base;
    const base = readBaseUrl(api, server, text, override !== undefined);
    resolved.set(server, { text, base });
    return base;
}
function readBaseUrl(api, server, text, isOverride) {
    let url;
    try {
        url = new URL(text);
    }
    catch {
        throw new ForwardError(isOverride
            ? `The environment variable ${server.environment} must be the base URL of the ${api.name} API`
            : `The document of the ${api.name} API does not say where it is: set the environment variable ${server.environment} to its base URL`);
    }
    if ((url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '') {
        return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`;
    }
    throw new ForwardError(`The base URL of the ${api.name} API must be one of http or https and hold no password: set the environment variable ${server.environment}`);
}
function fillVariables(api, { url, variables }, environment) {
    if (variables === undefined)
        return url;
    return url.replaceAll(/\{([^{}]*)\}/gu, (placeholder, name) => {
        const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
        if (variable === undefined)
            return placeholder;
        const value = readVariable(environment, variable.environment) ?? variable.default;
        if (variable.enum === undefined || variable.enum.includes(value))
            return value;
        throw new ForwardError(`The environment variable ${variable.environment} must be one of ${variable.enum.join(', ')}, as the ${api.name} API has it`);
    });
}
