/** A multiple of 3, so that the pieces can be joined, and small enough for an argument list. */
const pieceBytes = 24_576;
/** Encodes bytes as Base64 with padding. */
export function encodeBase64(bytes) {
    let text = '';
    for (let start = 0; start < bytes.length; start += pieceBytes) {
        text += btoa(String.fromCharCode(...bytes.subarray(start, start + pieceBytes)));
    }
    return text;
}
