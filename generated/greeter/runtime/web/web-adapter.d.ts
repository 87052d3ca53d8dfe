import type { ByteSink, HttpHeaders, HttpReply, HttpRequest } from '../http/http-message.js';
import type { MessageText } from '../protocol/json-rpc.js';
/** A `Request` as the endpoint wants it. */
export declare class WebRequest implements HttpRequest {
    #private;
    constructor(request: Request);
    get method(): string;
    get url(): string;
    get remoteAddress(): undefined;
    /** A function of its own, so that it can be taken out of the request. */
    get header(): HttpRequest['header'];
    read(name: string): string | undefined;
    readBody(maxBytes: number, take: (body: Uint8Array | undefined) => void, fail: (error: unknown) => void): void;
}
/** Makes a `Response` of what the endpoint answers. */
export declare class WebReply implements HttpReply {
    #private;
    /** Resolves when the head of the response is known. */
    readonly response: Promise<Response>;
    /** @param signal Of the request: aborted when the client goes away. */
    constructor(signal: AbortSignal);
    send(status: number, headers: HttpHeaders, body?: MessageText): void;
    openStream(headers: HttpHeaders): ByteSink;
    onDisconnect(listener: () => void): void;
}
