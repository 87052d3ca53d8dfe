import { Readable, Writable } from 'node:stream';
const string = { expected: 'a string', accepts: (value) => typeof value === 'string' };
const boolean = { expected: 'a boolean', accepts: (value) => typeof value === 'boolean' };
const count = {
    expected: 'a positive integer',
    accepts: (value) => Number.isSafeInteger(value) && Number(value) > 0,
};
const strings = {
    expected: 'an array of strings',
    accepts: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
};
const rules = new Map([
    ['input', { expected: 'a readable stream', accepts: (value) => value instanceof Readable }],
    ['output', { expected: 'a writable stream', accepts: isWritable }],
    ['name', string],
    ['version', string],
    ['title', string],
    ['pageSize', count],
    ['toolsets', strings],
    ['tools', strings],
    ['callsPerSecond', count],
    ['maxMessageBytes', count],
    ['stateKeys', strings],
    ['ordered', boolean],
    ['maskErrors', boolean],
    ['warnings', boolean],
    ['taskStore', { expected: 'a task store', accepts: isTaskStore }],
    ['http', { expected: 'an object', accepts: (value) => typeof value === 'object' && value !== null }],
    [
        'drainMs',
        { expected: 'a number of milliseconds', accepts: (value) => Number.isFinite(value) && Number(value) >= 0 },
    ],
]);
/**
 * Checks options before anything is read or written. An option that is `undefined` counts as not given.
 *
 * @throws TypeError that names the first option that is unknown or has a value of the wrong type.
 */
export function checkStartOptions(options) {
    for (const [name, value] of Object.entries(options)) {
        const rule = rules.get(name);
        if (rule === undefined)
            throw new TypeError(`Unknown option "${name}"; known are ${[...rules.keys()].join(', ')}`);
        if (value !== undefined && !rule.accepts(value))
            throw new TypeError(`Option "${name}" must be ${rule.expected}`);
    }
}
function isTaskStore(value) {
    const store = value;
    return ['add', 'read', 'replace'].every((method) => typeof store?.[method] === 'function');
}
function isWritable(value) {
    // A duplex stream is writable without being an instance of the class on every Node version.
    return value instanceof Writable || (value instanceof Readable && 'write' in value);
}
