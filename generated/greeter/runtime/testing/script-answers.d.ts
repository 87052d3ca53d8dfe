import type { ElicitedContent, Root, SamplingResult } from '../api/handler-context.js';
import { type JsonObject } from '../protocol/json-object.js';
import type { SeenQuestion } from './era-run.js';
/** What a client answers: for its user, for its model, or with its folders. */
export type ScriptedAnswer = {
    readonly action: 'accept';
    readonly content?: ElicitedContent;
} | {
    readonly action: 'decline' | 'cancel';
} | SamplingResult | {
    readonly roots: readonly Root[];
};
/**
 * What a client answers to what it is asked: a list, in the order of the questions; or by the beginning of the message (or the
 * method), once and for all or one after the other; or a function. Each run begins anew.
 */
export type AnswerScript = readonly ScriptedAnswer[] | {
    readonly [beginning: string]: ScriptedAnswer | readonly ScriptedAnswer[];
} | ((question: SeenQuestion) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>);
/** A client's part in one run: answers what it is asked, and remembers it. */
export declare class ScriptReader {
    #private;
    readonly questions: SeenQuestion[];
    constructor(script: AnswerScript);
    /** @throws Error when the script has no answer, or there is no end to the questions. */
    answer({ method, params }: JsonObject): Promise<JsonObject>;
}
/** What a question is called in reports. */
export declare function nameQuestion({ method, message }: SeenQuestion): string;
