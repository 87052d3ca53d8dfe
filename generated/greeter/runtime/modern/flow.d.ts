import { type JsonObject } from '../protocol/json-object.js';
import type { Service } from '../service/service.js';
/** A question that was asked in an earlier round. */
export interface AskedQuestion {
    readonly key: string;
    /** Digest of its method and parameters: an answer counts for exactly this question. */
    readonly print: string;
    /** What the client knows it by; absent when it was answered. */
    readonly wireKey?: string;
    /** Answers that did not fit. */
    readonly tries: number;
    /** What did not fit about the last one. */
    readonly misfit?: string;
    /** What the client gave, not judged yet. */
    readonly given?: JsonObject;
    /** What the handler gets. */
    readonly answer?: JsonObject;
}
/** What a step gave: JSON text of its result, absent for `undefined`; or the message of its error. */
export type StepOutcome = {
    readonly json?: string;
} | {
    readonly error: string;
};
/** What is known of a request from its earlier rounds. */
export interface Flow {
    readonly id: string;
    /** Rounds of questions so far. */
    readonly round: number;
    readonly asked: readonly AskedQuestion[];
    readonly steps: readonly (readonly [name: string, outcome: StepOutcome])[];
}
/** What a state belongs to: it cannot be used with anything else. */
export interface Binding {
    /** JSON text of method, name and arguments as they came. */
    readonly request: string;
    readonly principal: string | undefined;
}
/**
 * Goes on with a request where its state says.
 *
 * @param state `requestState` of the request, as it came.
 * @throws ProtocolError -32602, with the same words whatever is wrong; the operator hears what it is.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export declare function resumeFlow(service: Service, binding: Binding, state: unknown): Promise<Flow>;
/**
 * The state of a request that is to be continued.
 *
 * @param timeoutMs How long the client has to come back, in milliseconds.
 * @throws Error when there were too many rounds, or it is too large.
 */
export declare function sealFlow(service: Service, binding: Binding, { id, round, asked, steps }: Flow, timeoutMs: number): Promise<string>;
/** What the client gave for the questions of the last round, by their keys. */
export declare function readResponses(params: JsonObject): JsonObject;
