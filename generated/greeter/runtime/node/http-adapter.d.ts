import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ByteSink, type HttpHeaders, type HttpReply, type HttpRequest } from '../http/http-message.js';
import type { MessageText } from '../protocol/json-rpc.js';
/** Request of `node:http` for the endpoint. */
export declare class NodeRequest implements HttpRequest {
    #private;
    constructor(message: IncomingMessage);
    get method(): string;
    get url(): string;
    get remoteAddress(): string | undefined;
    /** An arrow function, so that a handler can pass it on without the request. */
    readonly header: (name: string) => string | undefined;
    readBody(maxBytes: number): Promise<Uint8Array | undefined>;
}
/** Response of `node:http` for the endpoint. */
export declare class NodeReply implements HttpReply {
    #private;
    constructor(response: ServerResponse);
    send(status: number, headers: HttpHeaders, body?: MessageText): void;
    openStream(headers: HttpHeaders): ByteSink;
    onDisconnect(listener: () => void): void;
}
