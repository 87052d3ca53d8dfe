/** Bytes that have come and are not used yet. Chunks are kept as they are and joined once, when they are taken. */
export class ByteQueue {
    #chunks = [];
    #length = 0;
    /** Bytes in the queue. */
    get length() {
        return this.#length;
    }
    /** Adds bytes at the end; the chunk is not copied. */
    push(chunk) {
        if (chunk.length === 0)
            return;
        this.#chunks.push(chunk);
        this.#length += chunk.length;
    }
    /** The first bytes, at most `count`, without taking them. */
    peek(count) {
        const first = this.#chunks[0] ?? new Uint8Array();
        if (first.length >= count || this.#chunks.length < 2)
            return first.subarray(0, count);
        return join(this.#chunks, Math.min(count, this.#length));
    }
    /** Takes the first `count` bytes; there must be as many. */
    take(count) {
        const bytes = this.peek(count);
        this.drop(count);
        return bytes;
    }
    /** Takes everything. */
    takeAll() {
        return this.take(this.#length);
    }
    /** Throws the first bytes away, at most `count`. */
    drop(count) {
        let rest = Math.min(count, this.#length);
        this.#length -= rest;
        let used = 0;
        for (const chunk of this.#chunks) {
            if (chunk.length > rest)
                break;
            rest -= chunk.length;
            used += 1;
        }
        this.#chunks.splice(0, used);
        const first = this.#chunks[0];
        if (first !== undefined && rest > 0)
            this.#chunks[0] = first.subarray(rest);
    }
}
function join(chunks, length) {
    const joined = new Uint8Array(length);
    let offset = 0;
    for (const chunk of chunks) {
        if (offset === length)
            break;
        const part = chunk.subarray(0, length - offset);
        joined.set(part, offset);
        offset += part.length;
    }
    return joined;
}
