import { type JsonObject } from '../protocol/json-object.js';
import type { Link, LinkOptions } from './link.js';
/** An answer to a request: its result, or its error. */
export type Answer = {
    readonly result: JsonObject;
} | {
    readonly error: JsonObject;
};
/** A client of one server: sends requests, and has those of the server answered. */
export declare class TestClient {
    #private;
    /** Rejects when the server or the script fails. */
    readonly failed: Promise<never>;
    /** @param answer Gives the result of a request of the server's. */
    constructor(open: (ends: Pick<LinkOptions, 'receive' | 'fail'>) => Link, answer: (question: JsonObject) => Promise<JsonObject>);
    request(method: string, params: JsonObject): Promise<Answer>;
    notify(method: string): void;
    close(): void;
}
