import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ByteSink, HttpHeaders, HttpReply, HttpRequest } from '../http/http-message.js';
import type { MessageText } from '../json-rpc.js';
/** A request of Node's as the endpoint wants it. */
export declare class NodeRequest implements HttpRequest {
    #private;
    /** A function of its own, so that it can be taken out of the request. */
    readonly header: HttpRequest['header'];
    constructor(message: IncomingMessage);
    get method(): string;
    get url(): string;
    get remoteAddress(): string | undefined;
    readBody(maxBytes: number): Promise<Uint8Array | undefined>;
}
/** A response of Node's as the endpoint wants it. */
export declare class NodeReply implements HttpReply {
    #private;
    constructor(response: ServerResponse);
    send(status: number, headers: HttpHeaders, body?: MessageText): void;
    openStream(headers: HttpHeaders): ByteSink;
    onDisconnect(listener: () => void): void;
}
