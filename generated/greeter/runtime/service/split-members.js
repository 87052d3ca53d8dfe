/**
 * The members of a JSON object, each with the text of its value, unchanged.
 *
 * @param json Text without white space.
 */
export function splitMembers(json) {
    const members = [];
    for (let start = 1; start < json.length - 1;) {
        const colon = skipString(json, start);
        const end = skipValue(json, colon + 1);
        members.push([JSON.parse(json.slice(start, colon)), json.slice(colon + 1, end)]);
        start = end + 1;
    }
    return members;
}
/** Where the value that begins here ends. */
function skipValue(json, start) {
    let depth = 0;
    for (let position = start;;) {
        const character = json[position];
        if (depth === 0 && (character === ',' || character === '}'))
            return position;
        if (character === '{' || character === '[')
            depth += 1;
        else if (character === '}' || character === ']')
            depth -= 1;
        position = character === '"' ? skipString(json, position) : position + 1;
    }
}
/** Where the string that begins here ends. */
function skipString(json, start) {
    let end = start;
    do
        end = json.indexOf('"', end + 1);
    while (isEscaped(json, end));
    return end + 1;
}
/** Whether a character stands behind an odd number of backslashes. */
function isEscaped(json, position) {
    let first = position;
    while (json[first - 1] === '\\')
        first -= 1;
    return (position - first) % 2 === 1;
}
