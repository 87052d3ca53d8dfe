import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ByteSink, HttpHeaders, HttpReply, HttpRequest } from '../http/http-message.js';
import type { MessageText } from '../protocol/json-rpc.js';
/** A request of Node's as the endpoint wants it. */
export declare class NodeRequest implements HttpRequest {
    #private;
    constructor(message: IncomingMessage);
    /** A function of its own, so that it can be taken out of the request. */
    get header(): HttpRequest['header'];
    get method(): string;
    get url(): string;
    get remoteAddress(): string | undefined;
    read(name: string): string | undefined;
    readBody(maxBytes: number, take: (body: Uint8Array | undefined) => void, fail: (error: unknown) => void): void;
}
/** A response of Node's as the endpoint wants it. */
export declare class NodeReply implements HttpReply {
    #private;
    constructor(response: ServerResponse);
    send(status: number, headers: HttpHeaders, body?: MessageText): void;
    openStream(headers: HttpHeaders): ByteSink;
    onDisconnect(listener: () => void): void;
}
