// Only one at the start of the stream is tolerated, and it is gone before the bytes come here.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Decodes UTF-8, strictly; `undefined` for bytes that are none. */
export function decodeText(bytes) {
    try {
        return decoder.decode(bytes);
    }
    catch {
        return undefined;
    }
}
/** Parses the text of one message and hands it on; JSON that is none is told to the sink. */
export function parseMessage(text, sink) {
    if (text === undefined) {
        sink.malformed('Invalid UTF-8');
        return;
    }
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        sink.malformed('Invalid JSON');
        return;
    }
    sink.message(value);
}
