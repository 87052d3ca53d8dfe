import { Exchange, type Channel, type ExchangeOwner } from '../exchange/exchange.js';
import { type LegacyRevision } from '../protocol/revisions.js';
import type { Service } from '../service/service.js';
/** How a connection reaches its peer, and how it treats it. */
export interface ConnectionOptions {
    /** Where messages go that belong to no message of the peer's, and answers where no other way is named. */
    readonly channel: Channel;
    /** What the peer speaks until it says otherwise. */
    readonly revision: LegacyRevision;
    /** Requests are served one after the other, in the order in which they came. Default: side by side. */
    readonly ordered?: boolean;
}
/** A peer that is there for longer than one message; both eras may be spoken on it. */
export declare class Connection implements ExchangeOwner {
    #private;
    constructor(service: Service, options: ConnectionOptions);
    /** What the peer speaks. */
    get revision(): LegacyRevision;
    /** Nothing is being served. */
    get isIdle(): boolean;
    /**
     * Takes a parsed message from the peer.
     *
     * @param channel The way back for what belongs to this message. Default: that of the connection.
     */
    receive(message: unknown, channel?: Channel): void;
    /**
     * Answers what could not even be parsed.
     *
     * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#parseerror
     */
    receiveMalformed(reason: string): void;
    /** Resolves when every request has been answered. */
    whenIdle(): Promise<void>;
    /** The peer says nothing more: questions that it has not answered count as left. */
    endInput(): void;
    /** The peer has gone, or is left: stops all requests that are being served, without an answer. */
    close(reason: Error): void;
    /** Called by an exchange that was closed. */
    forget(exchange: Exchange): void;
}
