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
        const rule = findRule(name);
        if (rule === undefined)
            throw new TypeError(`Unknown option "http.${name}"`);
        const [expected, accepts] = rule;
        if (value !== undefined && !accepts(value))
            throw new TypeError(`Option "http.${name}" must be ${expected}`);
    }
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    return { ...defaults, ...Object.fromEntries(given) };
}
const strings = [
    'an array of strings',
    (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
];
const count = [
    'a positive integer',
    (value) => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31,
];
const rules = {
    allowedHosts: strings,
    allowedOrigins: strings,
    port: ['a port number', (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535],
    path: ['a path that begins with /', (value) => typeof value === 'string' && value.startsWith('/')],
    // An empty address would mean all addresses.
    host: ['an address', (value) => typeof value === 'string' && value !== ''],
};
function findRule(name) {
    if (Object.hasOwn(rules, name))
        return rules[name];
    if (!Object.hasOwn(defaults, name))
        return undefined;
    const type = typeof defaults[name];
    return type === 'number' ? count : [`a ${type}`, (value) => typeof value === type];
}
