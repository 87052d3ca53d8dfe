import { percentEncode, percentEncodeReserved } from './percent-encode.js';
import { isGiven, readParameterValue } from './parameter-value.js';
import { isJsonObject } from '../protocol/json-object.js';
const delimiters = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C', tabDelimited: '%09' };
const asItIs = (text) => text;
/**
 * A value in the style `simple`, `label` or `matrix`, percent-encoded.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-examples
 */
export function serializePathValue({ name, style = 'simple', explode = false }, value) {
    const read = readParameterValue(value);
    if (style === 'matrix')
        return serializeMatrix(percentEncode(name), read, explode);
    if (style === 'label')
        return `.${joinValue(read, explode, explode ? '.' : ',', percentEncode)}`;
    return joinValue(read, explode, ',', percentEncode);
}
/** A value in the style `simple` as it is: headers are not percent-encoded. */
export function serializeHeaderValue(explode, value) {
    return joinValue(readParameterValue(value), explode, ',', asItIs);
}
/**
 * A value as what it adds to a query or a form.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-examples
 */
export function serializePairs(name, how, value) {
    const { style = 'form', explode = style === 'form', allowReserved, isJson } = how;
    const encode = allowReserved === true ? percentEncodeReserved : percentEncode;
    if (isJson === true)
        return [[percentEncode(name), encode(JSON.stringify(value))]];
    if (style === 'whole')
        return serializeMembers(value);
    if (style === 'deepObject')
        return serializeDeep(percentEncode(name), value, encode);
    return joinPairs(percentEncode(name), readParameterValue(value), explode, delimiters[style], encode);
}
/**
 * A cookie or, exploded, several.
 *
 * @see https://spec.openapis.org/oas/v3.2.0.html#style-examples
 */
export function serializeCookie({ name, style, explode = true }, value) {
    return joinPairs(name, readParameterValue(value), explode, ',', style === 'cookie' ? asItIs : percentEncode);
}
/** The members of an object as a form: a list is repeated, an object is JSON text. */
function serializeMembers(value) {
    const members = isJsonObject(value) ? Object.entries(value).filter(([, member]) => isGiven(member)) : [];
    return members.flatMap(([key, member]) => serializePairs(key, isJsonObject(member) ? { isJson: true } : {}, member));
}
function serializeMatrix(name, value, explode) {
    if (value.kind === 'object' && explode)
        return `;${joinValue(value, true, ';', percentEncode)}`;
    if (value.kind === 'list' && explode)
        return value.items.map((item) => `;${name}=${percentEncode(item)}`).join('');
    const joined = joinValue(value, false, ',', percentEncode);
    return joined === '' ? `;${name}` : `;${name}=${joined}`;
}
/** @param explode Whether members of an object are joined as `key=value`, else as `key,value`. */
function joinValue(value, explode, delimiter, encode) {
    if (value.kind === 'text')
        return encode(value.text);
    if (value.kind === 'list')
        return value.items.map(encode).join(delimiter);
    const between = explode ? '=' : delimiter;
    return value.entries.map(([key, text]) => `${encode(key)}${between}${encode(text)}`).join(delimiter);
}
function joinPairs(name, value, explode, delimiter, encode) {
    if (value.kind === 'text')
        return [[name, encode(value.text)]];
    if (value.kind === 'list') {
        if (explode)
            return value.items.map((item) => [name, encode(item)]);
        return value.items.length === 0 ? [] : [[name, joinValue(value, false, delimiter, encode)]];
    }
    if (explode)
        return value.entries.map(([key, text]) => [percentEncode(key), encode(text)]);
    return value.entries.length === 0 ? [] : [[name, joinValue(value, false, delimiter, encode)]];
}
/**
 * OpenAPI describes one level of properties. Deeper ones are written as most servers read them: `a[b][c]=1`, `a[]=1` for the items
 * of a list and `a[0][b]=1` when these are objects.
 */
function serializeDeep(name, value, encode) {
    if (Array.isArray(value)) {
        return value.flatMap((item, index) => isGiven(item) ? serializeDeep(`${name}%5B${isPlain(item) ? '' : index}%5D`, item, encode) : []);
    }
    if (!isJsonObject(value))
        return [[name, encode(String(value))]];
    return Object.entries(value).flatMap(([key, member]) => isGiven(member) ? serializeDeep(`${name}%5B${percentEncode(key)}%5D`, member, encode) : []);
}
function isPlain(value) {
    return typeof value !== 'object';
}
