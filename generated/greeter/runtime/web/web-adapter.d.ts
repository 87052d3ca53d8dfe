import { type ByteSink, type HttpHeaders, type HttpReply, type HttpRequest } from '../http/http-message.js';
import type { MessageText } from '../protocol/json-rpc.js';
/** `Request` of the `fetch` standard for the endpoint. */
export declare class WebRequest implements HttpRequest {
    #private;
    readonly method: string;
    readonly remoteAddress: undefined;
    constructor(request: Request);
    get url(): string;
    /** An arrow function, so that a handler can pass it on without the request. */
    readonly header: (name: string) => string | undefined;
    readBody(maxBytes: number): Promise<Uint8Array | undefined>;
}
/** Reply of the endpoint as a `Response` of the `fetch` standard. */
export declare class WebReply implements HttpReply {
    #private;
    /** Resolves when status and headers of the response are known. */
    readonly response: Promise<Response>;
    /** @param signal Signal of the request, aborted when the client closes the connection. */
    constructor(signal: AbortSignal);
    send(status: number, headers: HttpHeaders, body?: MessageText): void;
    openStream(headers: HttpHeaders): ByteSink;
    onDisconnect(listener: () => void): void;
}
