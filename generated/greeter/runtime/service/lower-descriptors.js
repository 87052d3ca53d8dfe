import { isJsonObject } from '../protocol/json-object.js';
import { joinPlaces } from './list-bytes.js';
import { lowerAnnotations } from '../results/lower-annotations.js';
import { knowsField } from '../protocol/revisions.js';
import { splitMembers } from './split-members.js';
/**
 * Descriptors in the words of a revision that does not know all that stands in them.
 *
 * @param all Where they stand.
 * @returns Their text, with commas between them.
 */
export function lowerDescriptors(kind, { bytes }, all, revision) {
    const decoder = new TextDecoder();
    return all
        .map((places) => lowerDescriptor(kind, decoder.decode(joinPlaces(bytes, [places], ' ', '')).slice(1), revision))
        .join(',');
}
function lowerDescriptor(kind, descriptor, revision) {
    const members = splitMembers(descriptor).flatMap(([field, json]) => {
        const lowered = knowsField(revision, kind, field) ? lowerField(kind, field, json, revision) : undefined;
        return lowered === undefined ? [] : [`${JSON.stringify(field)}:${lowered}`];
    });
    return `{${members.join(',')}}`;
}
function lowerField(kind, field, json, revision) {
    if (kind === 'prompt' && field === 'arguments')
        return lowerArguments(json, revision);
    if (kind === 'tool' || field !== 'annotations')
        return json;
    const { annotations } = lowerAnnotations(JSON.parse(json), revision);
    return annotations === undefined ? undefined : JSON.stringify(annotations);
}
/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#promptargument */
function lowerArguments(json, revision) {
    return JSON.stringify(JSON.parse(json), (field, value) => isJsonObject(value) || knowsField(revision, 'promptArgument', field) ? value : undefined);
}
