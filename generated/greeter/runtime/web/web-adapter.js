import { DisconnectError, } from '../http/http-message.js';
import { joinBytes } from '../protocol/join-bytes.js';
const encoder = new TextEncoder();
/** `Request` of the `fetch` standard for the endpoint. */
export class WebRequest {
    method;
    remoteAddress;
    #request;
    constructor(request) {
        this.method = request.method;
        this.#request = request;
    }
    get url() {
        const { pathname, search } = new URL(this.#request.url);
        return pathname + search;
    }
    /** An arrow function, so that a handler can pass it on without the request. */
    header = (name) => {
        const value = this.#request.headers.get(name);
        // Some platforms hide the Host header from programs; the URL is made from it.
        if (value === null && name.toLowerCase() === 'host')
            return new URL(this.#request.url).host;
        return value ?? undefined;
    };
    async readBody(maxBytes) {
        const reader = this.#request.body?.getReader();
        const chunks = [];
        let length = 0;
        for (;;) {
            const { done = true, value } = (await reader?.read().catch(() => Promise.reject(new DisconnectError()))) ?? {};
            if (done || value === undefined)
                return joinBytes(chunks);
            length += value.length;
            if (length > maxBytes) {
                await reader?.cancel();
                return undefined;
            }
            chunks.push(value);
        }
    }
}
/** Reply of the endpoint as a `Response` of the `fetch` standard. */
export class WebReply {
    /** Resolves when status and headers of the response are known. */
    response;
    #resolve = () => { };
    #onDisconnect = [];
    #isAnswered = false;
    #isGone = false;
    /** @param signal Signal of the request, aborted when the client closes the connection. */
    constructor(signal) {
        this.response = new Promise((resolve) => {
            this.#resolve = resolve;
        });
        const onAbort = () => {
            this.#disconnect();
            // The client is gone, but the platform waits for a response.
            this.#resolve(new Response(null, { status: 499 }));
        };
        if (signal.aborted)
            onAbort();
        else
            signal.addEventListener('abort', onAbort);
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
                isOpen = false;
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
        if (this.#isGone)
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
    return joinBytes(text.map((part) => (typeof part === 'string' ? encoder.encode(part) : part)));
}
