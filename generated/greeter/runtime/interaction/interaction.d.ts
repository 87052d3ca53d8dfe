import type { Conversation } from './conversation.js';
/** Hears when a handler works, and when it waits for what it has asked or for a step. */
export interface WorkWatch {
    /** The handler is called. */
    start(handler: string): void;
    /** What it has waited for is there. */
    resume(): void;
    /** The handler asks, or begins a step. */
    pause(): void;
    /** The handler has come to a question or step that it had come to in an earlier round. */
    recognise(): void;
}
/** What a talk with the client begins with. */
export interface InteractionSource {
    /** That of earlier rounds. */
    readonly flowId?: string | undefined;
    readonly workWatch?: WorkWatch | undefined;
    /** Called when the handler first asks something. */
    openConversation(interaction: Interaction): Promise<Conversation>;
}
/** The talk with the client while one request is served. What it takes is loaded when a handler first asks something. */
export declare class Interaction {
    #private;
    /** What the handler wants to give back when it is left in the middle of a question. */
    readonly releases: (() => unknown)[];
    readonly workWatch: WorkWatch | undefined;
    constructor(source: InteractionSource);
    /** The same in all rounds of a request. */
    get flowId(): string;
    /** Has something done that takes no time of the client's. */
    converse<Result>(use: (conversation: Conversation) => Promise<Result>): Promise<Result>;
    /** Has something asked. */
    ask<Answer>(use: (conversation: Conversation) => Promise<Answer>): Promise<Answer>;
    /** @param listener Told when the first question is asked, and when no question is open any more. */
    watch(listener: (isAsking: boolean) => void): void;
}
