import { audio, embeddedResource, image, text } from '../results/builders.js';
import { readMediaType } from './media-type.js';
/**
 * Reads the body of a success by its media type.
 *
 * @param url What bytes are called that are neither image nor sound; without credentials.
 */
export function decodeAnswer(bytes, contentType, url) {
    if (bytes.length === 0)
        return { kind: 'empty' };
    const type = readMediaType(contentType);
    switch (type.kind) {
        case 'json':
            return decodeJson(decodeText(bytes, type));
        case 'text':
            return toResult(text(decodeText(bytes, type)));
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
