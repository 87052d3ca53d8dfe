import { isJsonObject } from '../json-object.js';
import { AnswerFault } from './answer-fault.js';
/** The fields that a block of each type needs, all of them strings; an embedded resource has its own. */
const neededFields = new Map([
    ['text', ['text']],
    ['image', ['data', 'mimeType']],
    ['audio', ['data', 'mimeType']],
    ['resource_link', ['uri', 'name']],
    ['resource', []],
]);
/**
 * Asserts that a value is a block of content with all that its type needs; other fields are not looked at.
 *
 * @param path Where the value stands in the answer, for the message.
 * @throws AnswerFault that names the first field that is wrong.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#promptmessage
 */
export function assertContent(value, path) {
    if (!isJsonObject(value))
        throw new AnswerFault(`${path} must be a string or an object`);
    const needed = neededFields.get(value['type']);
    if (needed === undefined)
        throw new AnswerFault(`${path}.type must be one of ${[...neededFields.keys()].join(', ')}`);
    assertStrings(value, needed, path);
    if (value['type'] !== 'resource')
        return;
    const { resource } = value;
    if (!isJsonObject(resource))
        throw new AnswerFault(`${path}.resource must be an object`);
    assertStrings(resource, ['uri', 'blob' in resource ? 'blob' : 'text'], `${path}.resource`);
}
/**
 * Asserts that fields of an object are strings.
 *
 * @param path Where the object stands in the answer, for the message.
 * @throws AnswerFault that names the first field that is none.
 */
export function assertStrings(object, fields, path) {
    const wrong = fields.find((field) => typeof object[field] !== 'string');
    if (wrong !== undefined)
        throw new AnswerFault(`${path}.${wrong} must be a string`);
}
