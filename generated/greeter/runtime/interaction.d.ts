import type { Conversation } from './interaction/conversation.js';
/** The talk with the client while one request is served. What it takes is loaded when a handler first asks something. */
export declare class Interaction {
    #private;
    /** What the handler wants to give back when it is left in the middle of a question. */
    readonly releases: (() => unknown)[];
    /** @param flowId That of earlier rounds. */
    constructor(open: (interaction: Interaction) => Promise<Conversation>, flowId?: string);
    /** The same in all rounds of a request. */
    get flowId(): string;
    /** Has something done that takes no time of the client's. */
    converse<Result>(use: (conversation: Conversation) => Promise<Result>): Promise<Result>;
    /** Has something asked. */
    ask<Answer>(use: (conversation: Conversation) => Promise<Answer>): Promise<Answer>;
    /** @param listener Told when the first question is asked, and when no question is open any more. */
    watch(listener: (isAsking: boolean) => void): void;
}
