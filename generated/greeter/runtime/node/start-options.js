const string = (value) => typeof value === 'string';
const boolean = (value) => typeof value === 'boolean';
const count = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const strings = (value) => Array.isArray(value) && value.every(string);
/** What options must be, and how that is told. Streams are known by what they can do: importing their classes takes 0.3 ms. */
const rules = [
    ['input', 'a readable stream', (value) => hasMethods(value, ['on', 'read'])],
    ['output', 'a writable stream', (value) => hasMethods(value, ['on', 'write'])],
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
    return hasMethods(value, ['add', 'read', 'replace']);
}
function hasMethods(value, names) {
    const object = value;
    return names.every((name) => typeof object?.[name] === 'function');
}
