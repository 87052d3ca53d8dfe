import { type JsonObject } from '../protocol/json-object.js';
import type { Passage } from './list-passages.js';
import type { Answer, TestClient } from './test-client.js';
/** A request, without what its revision adds. */
export interface PlayedCall {
    readonly method: string;
    readonly params: JsonObject;
}
/** What a client cannot do. */
export type Inability = 'elicitation' | 'sampling' | 'roots';
/** How a client does its part. */
export interface Player {
    readonly client: TestClient;
    readonly without: readonly Inability[];
    /** Gives the result of a question. */
    readonly answer: (question: JsonObject) => Promise<JsonObject>;
}
/** Makes a call as a client of a revision does, until it has come to its end. */
export declare function playCall(player: Player, passage: Passage, call: PlayedCall): Promise<Answer>;
