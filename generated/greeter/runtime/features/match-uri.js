/**
 * Matches a URI against a template. Query parameters may come in any order and each may be missing; one that the
 * template does not know, a second value for a variable that is no list, and a malformed percent sequence are no match.
 *
 * @returns `undefined` when it does not match.
 */
export function matchUri(matcher, uri) {
    // A template without a query may spell out a literal one: then the pattern has to see it.
    const queryStart = matcher.query.length === 0 ? -1 : uri.indexOf('?');
    const groups = matcher.pattern.exec(queryStart < 0 ? uri : uri.slice(0, queryStart));
    if (groups === null)
        return undefined;
    const variables = new Map();
    try {
        readPath(matcher.path, groups, variables);
        if (queryStart >= 0)
            readQuery(matcher.query, uri.slice(queryStart + 1), variables);
    }
    catch (error) {
        if (error instanceof URIError)
            return undefined;
        throw error;
    }
    return Object.fromEntries(variables);
}
function readPath(path, groups, variables) {
    path.forEach((variable, index) => {
        const raw = groups[index + 1];
        if (raw === undefined)
            return;
        const value = decodeValue(variable, raw);
        const known = variables.get(variable.name);
        if (known !== undefined && String(known) !== String(value))
            throw new URIError('Two values for one variable');
        variables.set(variable.name, value);
    });
}
function readQuery(query, text, variables) {
    const repeated = new Map();
    for (const part of text.split('&')) {
        if (part === '')
            continue;
        const separator = part.includes('=') ? part.indexOf('=') : part.length;
        const name = decodeURIComponent(part.slice(0, separator));
        const variable = query.find((candidate) => candidate.name === name);
        if (variable === undefined)
            throw new URIError('Unknown query parameter');
        const raw = part.slice(separator + 1);
        if (variable.separator === '') {
            repeated.set(name, [...(repeated.get(name) ?? []), decodeURIComponent(raw)]);
        }
        else {
            if (variables.has(name))
                throw new URIError('Two values for one variable');
            variables.set(name, decodeValue(variable, raw));
        }
    }
    for (const [name, values] of repeated)
        variables.set(name, values);
}
function decodeValue({ separator }, raw) {
    if (separator === undefined)
        return decodeURIComponent(raw);
    return raw === '' ? [] : raw.split(separator).map(decodeURIComponent);
}
