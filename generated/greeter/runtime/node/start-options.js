import { Readable, Writable } from 'node:stream';
const string = { expected: 'a string', accepts: (value) => typeof value === 'string' };
const count = {
    expected: 'a positive integer',
    accepts: (value) => Number.isSafeInteger(value) && Number(value) > 0,
};
const flag = { expected: 'a boolean', accepts: (value) => typeof value === 'boolean' };
const rules = new Map([
    ['input', { expected: 'a readable stream', accepts: (value) => value instanceof Readable }],
    ['output', { expected: 'a writable stream', accepts: isWritable }],
    ['name', string],
    ['version', string],
    ['title', string],
    ['pageSize', count],
    ['callsPerSecond', count],
    ['maxMessageBytes', count],
    ['stateKeys', { expected: 'an array of strings', accepts: areStrings }],
    ['ordered', flag],
    ['maskErrors', flag],
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
function areStrings(value) {
    return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
function isWritable(value) {
    // A duplex stream is writable without being an instance of the class on every Node version.
    return value instanceof Writable || (value instanceof Readable && 'write' in value);
}
