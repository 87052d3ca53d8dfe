import type { Response } from '../protocol/json-rpc.js';
/** Requests of a server to its client, by the beginning of their ids. */
export type QuestionKind = 'elicit' | 'sample' | 'roots';
/**
 * The questions of one connection: gives them their ids, and ties answers to them. An answer may come before its question,
 * when input was written in advance; it is kept for it.
 */
export declare class OpenQuestions {
    #private;
    /** @param hasEnded There is no more input: only answers that came early count. */
    constructor(hasEnded: boolean);
    /** The id of a new question: `elicit_1`, `elicit_2`, … */
    issueId(kind: QuestionKind): string;
    /** Whether there can be an answer: it is there, or there is more to come. */
    canBeAnswered(id: string): boolean;
    /** Waits for the answer; `undefined` when there will be none. */
    wait(id: string, take: (response: Response | undefined) => void): void;
    /** Nobody waits for the answer any more. */
    forget(id: string): void;
    /** Takes an answer; one that belongs to nothing is dropped. */
    settle(response: Response): void;
    /** There is no more input. */
    end(): void;
}
