/** Whether the body of an answer certainly has no more bytes than that: it says its length and is not compressed. */
export function isKnownToFit({ headers }, maxBytes) {
    const length = headers.get('content-length');
    return length !== null && Number(length) <= maxBytes && !headers.has('content-encoding');
}
/** Reads the body of an answer and stops as soon as it has more bytes than it may have, decompressed. */
export async function readBody(response, maxBytes) {
    const { body } = response;
    if (body === null)
        return { bytes: new Uint8Array(), isCut: false };
    const chunks = [];
    let size = 0;
    const reader = body.getReader();
    for (;;) {
        const { done, value } = await reader.read();
        if (done)
            return { bytes: join(chunks, size), isCut: false };
        chunks.push(value);
        size += value.length;
        if (size > maxBytes) {
            // The connection is of no use any more; that it ends with an error is nobody's concern.
            reader.cancel().catch(() => { });
            return { bytes: join(chunks, size).subarray(0, maxBytes), isCut: true };
        }
    }
}
function join(chunks, size) {
    const [only] = chunks;
    if (chunks.length === 1 && only !== undefined)
        return only;
    const joined = new Uint8Array(size);
    let offset = 0;
    for (const chunk of chunks) {
        joined.set(chunk, offset);
        offset += chunk.length;
    }
    return joined;
}
