/** An event of a stream: its data, its id, and how many milliseconds a client that comes back should wait. */
export interface ServerSentEvent {
    readonly data: string;
    readonly id: string | undefined;
    readonly retryMs: number | undefined;
}
/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export declare function readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent>;
