import { isJsonObject } from '../protocol/json-object.js';
/** Characters of a value that are shown. */
const maximalShown = 200;
/** Where two JSON values differ first, in words; `undefined` where they do not. A member that is `undefined` is none. */
export function findFirstDifference(actual, expected, path = '') {
    if (Array.isArray(actual) && Array.isArray(expected)) {
        const indices = Array.from({ length: Math.max(actual.length, expected.length) }, (_, index) => index);
        return findFirst(indices, (index) => findFirstDifference(actual[index], expected[index], `${path}[${index}]`));
    }
    if (isJsonObject(actual) && isJsonObject(expected)) {
        const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
        const below = (name) => (path === '' ? name : `${path}.${name}`);
        return findFirst(names, (name) => findFirstDifference(actual[name], expected[name], below(name)));
    }
    if (Object.is(actual, expected))
        return undefined;
    return `${path} is ${showJson(actual)}, not ${showJson(expected)}`;
}
function findFirst(items, find) {
    for (const item of items) {
        const found = find(item);
        if (found !== undefined)
            return found;
    }
    return undefined;
}
/** JSON text of a value, shortened. */
export function showJson(value) {
    const text = JSON.stringify(value) ?? 'missing';
    return text.length <= maximalShown ? text : `${text.slice(0, maximalShown)}…`;
}
