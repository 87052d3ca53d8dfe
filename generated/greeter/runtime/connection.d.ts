import { type MessageText } from './json-rpc.js';
import type { Service } from './service.js';
/** How a connection reaches its peer, and how it treats it. */
export interface ConnectionOptions {
    /** Sends one message. */
    send(message: MessageText): void;
    /** Requests are served one after the other, in the order in which they came. Default: side by side. */
    readonly ordered?: boolean;
}
/** A peer on a channel that carries messages both ways for as long as it lives; both eras may be spoken on it. */
export declare class Connection {
    #private;
    constructor(service: Service, options: ConnectionOptions);
    /** Takes a parsed message from the peer. */
    receive(message: unknown): void;
    /**
     * Answers what could not even be parsed.
     *
     * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#parseerror
     */
    receiveMalformed(reason: string): void;
    /** Resolves when every request has been answered. */
    whenIdle(): Promise<void>;
    /** Stops all requests that are being served, without an answer. */
    abort(reason: Error): void;
}
