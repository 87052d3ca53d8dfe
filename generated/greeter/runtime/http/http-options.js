const defaults = {
    port: 3000,
    host: '127.0.0.1',
    path: '/mcp',
    sessions: true,
    sse: false,
    maxSessions: 1000,
    sessionIdleMs: 30 * 60 * 1000,
    maxRequests: 1000,
    maxStreams: 1000,
    keepAliveMs: 15_000,
    requestTimeoutMs: 30_000,
};
/**
 * Checks the options and fills in the defaults.
 *
 * @throws TypeError that names the first option that is unknown or has a wrong value.
 */
export function resolveHttpOptions(options) {
    for (const [name, value] of Object.entries(options)) {
        const expected = findExpected(name);
        if (expected === undefined)
            throw new TypeError(`Unknown option "http.${name}"`);
        if (value !== undefined && !expected.accepts(value)) {
            throw new TypeError(`Option "http.${name}" must be ${expected.text}`);
        }
    }
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    return { ...defaults, ...Object.fromEntries(given) };
}
const listOfStrings = {
    text: 'an array of strings',
    accepts: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
};
const port = {
    text: 'a port number',
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
};
const path = {
    text: 'a path that begins with /',
    accepts: (value) => typeof value === 'string' && value.startsWith('/'),
};
const count = {
    text: 'a positive integer',
    accepts: (value) => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31,
};
function findExpected(name) {
    if (name === 'allowedHosts' || name === 'allowedOrigins')
        return listOfStrings;
    if (name === 'port')
        return port;
    if (name === 'path')
        return path;
    // An empty one would mean all addresses.
    if (name === 'host')
        return { text: 'an address', accepts: (value) => typeof value === 'string' && value !== '' };
    if (!Object.hasOwn(defaults, name))
        return undefined;
    const type = typeof defaults[name];
    return type === 'number' ? count : { text: `a ${type}`, accepts: (value) => typeof value === type };
}
