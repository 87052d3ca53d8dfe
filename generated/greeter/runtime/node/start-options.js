import { Readable, Writable } from 'node:stream';
const string = (value) => typeof value === 'string';
const boolean = (value) => typeof value === 'boolean';
const count = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const strings = (value) => Array.isArray(value) && value.every(string);
/** What options must be, and how that is told. */
const rules = [
    ['input', 'a readable stream', (value) => value instanceof Readable],
    ['output', 'a writable stream', isWritable],
    ['name version title', 'a string', string],
    ['pageSize callsPerSecond maxMessageBytes', 'a positive integer', count],
    ['toolsets tools stateKeys', 'an array of strings', strings],
    ['ordered maskErrors warnings', 'a boolean', boolean],
    ['taskStore', 'a task store', isTaskStore],
    ['http', 'an object', (value) => typeof value === 'object' && value !== null],
    ['drainMs', 'a number of milliseconds', (value) => Number.isFinite(value) && Number(value) >= 0],
];
/**
 * Checks options before anything is read or written. An option that is `undefined` counts as not given.
 *
 * @throws TypeError that names the first option that is unknown or has a value of the wrong type.
 */
export function checkStartOptions(options) {
    for (const [name, value] of Object.entries(options)) {
        const rule = rules.find(([names]) => names.split(' ').includes(name));
        if (rule === undefined) {
            const known = rules.flatMap(([names]) => names.split(' ')).join(', ');
            throw new TypeError(`Unknown option "${name}"; known are ${known}`);
        }
        const [, expected, accepts] = rule;
        if (value !== undefined && !accepts(value))
            throw new TypeError(`Option "${name}" must be ${expected}`);
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
