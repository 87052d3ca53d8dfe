/** Reads the body of an answer and stops as soon as it has more bytes than it may have, decompressed. */
export async function readBody(response, maxBytes) {
    const { body, headers } = response;
    if (body === null)
        return { bytes: new Uint8Array(), isCut: false };
    // Where nothing is decompressed the length is what arrives; the short way costs half.
    const length = headers.get('content-length');
    if (length !== null && !headers.has('content-encoding') && Number(length) <= maxBytes) {
        return { bytes: new Uint8Array(await response.arrayBuffer()), isCut: false };
    }
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
