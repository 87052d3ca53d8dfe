import { DisconnectError } from '../http/disconnect-error.js';
const encoder = new TextEncoder();
/** A `Request` as the endpoint wants it. */
export class WebRequest {
    #request;
    constructor(request) {
        this.#request = request;
    }
    get method() {
        return this.#request.method;
    }
    get url() {
        const { pathname, search } = new URL(this.#request.url);
        return pathname + search;
    }
    get remoteAddress() {
        return undefined;
    }
    /** A function of its own, so that it can be taken out of the request. */
    get header() {
        return (name) => this.read(name.toLowerCase());
    }
    read(name) {
        const value = this.#request.headers.get(name);
        // Not every platform lets programs see this header; the address is made from it.
        if (value === null && name === 'host')
            return new URL(this.#request.url).host;
        return value ?? undefined;
    }
    readBody(maxBytes, take, fail) {
        this.#readAll(maxBytes).then(take, fail);
    }
    async #readAll(maxBytes) {
        const reader = this.#request.body?.getReader();
        const chunks = [];
        let length = 0;
        for (;;) {
            const { done = true, value } = (await reader?.read().catch(() => Promise.reject(new DisconnectError()))) ?? {};
            if (done || value === undefined)
                return joinChunks(chunks, length);
            length += value.length;
            if (length > maxBytes) {
                await reader?.cancel();
                return undefined;
            }
            chunks.push(value);
        }
    }
}
/** Makes a `Response` of what the endpoint answers. */
export class WebReply {
    /** Resolves when the head of the response is known. */
    response;
    #resolve = () => { };
    #signal;
    #onDisconnect = [];
    #isAnswered = false;
    #isGone = false;
    /** @param signal Of the request: aborted when the client goes away. */
    constructor(signal) {
        this.#signal = signal;
        this.response = new Promise((resolve) => {
            this.#resolve = resolve;
        });
        signal.addEventListener('abort', () => {
            this.#disconnect();
            // Nobody reads it, but the platform waits for it.
            this.#resolve(new Response(null, { status: 499 }));
        });
    }
    send(status, headers, body) {
        if (this.#isAnswered)
            return;
        this.#isAnswered = true;
        this.#onDisconnect = [];
        this.#resolve(new Response(body === undefined ? null : encode(body), { status, headers }));
    }
    openStream(headers) {
        let controller;
        let isOpen = true;
        const close = (end) => {
            if (!isOpen)
                return;
            isOpen = false;
            end();
        };
        const body = new ReadableStream({
            start: (started) => {
                controller = started;
            },
            cancel: () => {
                close(() => { });
                this.#disconnect();
            },
        }, { highWaterMark: 0, size: (chunk) => chunk.length });
        this.#isAnswered = true;
        this.#resolve(new Response(body, { headers }));
        return {
            write: (text) => {
                if (isOpen)
                    controller?.enqueue(encode(text));
            },
            end: () => close(() => {
                this.#onDisconnect = [];
                controller?.close();
            }),
            abort: () => {
                close(() => controller?.error(new Error('The client does not read')));
                this.#disconnect();
            },
            get pendingBytes() {
                return isOpen ? -(controller?.desiredSize ?? 0) : 0;
            },
        };
    }
    onDisconnect(listener) {
        if (this.#isGone || this.#signal.aborted)
            listener();
        else
            this.#onDisconnect.push(listener);
    }
    #disconnect() {
        this.#isGone = true;
        for (const listener of this.#onDisconnect.splice(0))
            listener();
    }
}
function encode(text) {
    if (typeof text === 'string')
        return encoder.encode(text);
    const parts = text.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
    return joinChunks(parts, parts.reduce((sum, part) => sum + part.length, 0));
}
function joinChunks(chunks, length) {
    const joined = new Uint8Array(length);
    let offset = 0;
    for (const chunk of chunks) {
        joined.set(chunk, offset);
        offset += chunk.length;
    }
    return joined;
}
