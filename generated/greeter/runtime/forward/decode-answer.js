import { audio, embeddedResource, image, text } from '../api/builders.js';
/**
 * Reads the body of a success by its media type.
 *
 * @param url What bytes are called that are neither image nor sound; without credentials.
 */
export function decodeAnswer(bytes, type, url) {
    if (bytes.length === 0)
        return { kind: 'empty' };
    switch (type.kind) {
        case 'json':
        case 'text':
            return decodeTextAnswer(decodeText(bytes, type), type);
        case 'image':
            return toResult(image(bytes, type.essence));
        case 'audio':
            return toResult(audio(bytes, type.essence));
        case 'binary':
            return toResult(embeddedResource({ uri: url, mimeType: type.essence, blob: bytes }));
        case 'unknown':
            return decodeUnknown(bytes, url);
    }
}
/** Reads the body of a success that is a text or JSON. */
export function decodeTextAnswer(body, { kind }) {
    if (body === '')
        return { kind: 'empty' };
    return kind === 'json' ? decodeJson(body) : toResult(text(body));
}
/** The text of bytes; what its charset does not know becomes U+FFFD. */
export function decodeText(bytes, { charset }) {
    try {
        return new TextDecoder(charset).decode(bytes);
    }
    catch {
        return new TextDecoder().decode(bytes);
    }
}
/** Many an API says JSON and sends something else. */
function decodeJson(body) {
    try {
        return { kind: 'json', value: JSON.parse(body) };
    }
    catch {
        return toResult(text(body));
    }
}
function decodeUnknown(bytes, url) {
    let body;
    try {
        body = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    }
    catch {
        return toResult(embeddedResource({ uri: url, mimeType: 'application/octet-stream', blob: bytes }));
    }
    return /^\s*[[{]/u.test(body) ? decodeJson(body) : toResult(text(body));
}
function toResult(result) {
    return { kind: 'result', result };
}
