import type { ServerDefinition } from '../api/definition.js';
import type { AuthInfo, HandlerSet } from '../api/handlers.js';
import type { JsonObject } from '../protocol/json-object.js';
import { type ServerControl } from '../service/server-control.js';
import { type ServiceOptions } from '../service/service.js';
import type { EraRun } from './era-run.js';
import { type Inability } from './play-call.js';
import { type Effects } from './record-effects.js';
import { type AnswerScript } from './script-answers.js';
/** A server under test: what `generated/descriptors.ts`, `generated/handlers.ts` and `handlers/server.ts` export. */
export interface ServerUnderTest {
    readonly definition: ServerDefinition;
    readonly handlers: HandlerSet;
    readonly options?: ServiceOptions & {
        readonly maxMessageBytes?: number;
        readonly ordered?: boolean;
    };
    /** Runs before each run. */
    readonly setup?: (server: ServerControl) => unknown;
    /** Runs after each run. */
    readonly close?: () => unknown;
}
/** Makes a server for one run, in the state in which each run has to find it. */
export type MakeServer = (effects: Effects) => ServerUnderTest | Promise<ServerUnderTest>;
/** What is called. */
export type ComparedCall = {
    readonly tool: string;
    readonly arguments?: JsonObject;
} | {
    readonly prompt: string;
    readonly arguments?: {
        readonly [name: string]: string;
    };
} | {
    readonly resource: string;
};
export interface CompareOptions {
    readonly call: ComparedCall;
    /** Default: nothing is expected to be asked. */
    readonly answers?: AnswerScript;
    /** What the client cannot do. Default: it can do all that its revision knows. */
    readonly without?: readonly Inability[];
    /** Who the client is, as `authenticate` would say. Default: nobody knows. */
    readonly auth?: AuthInfo;
    /** Takes out of a result what is different every time, such as dates and random numbers, before it is compared. */
    readonly normalise?: (result: JsonObject) => unknown;
    /** Milliseconds that one run may take. Default: 10 000. */
    readonly timeoutMs?: number;
}
/** What a call came to, everywhere. */
export interface ParityReport {
    /** One for each revision and transport, oldest revision first. */
    readonly runs: readonly EraRun[];
    /** A sentence for each difference, and for each run that did not come to an end; empty: there is parity. */
    readonly differences: readonly string[];
}
/**
 * Makes one call in every protocol revision and on every transport, with the same answers to what the handler asks, and
 * compares what came of it: the result (apart from what a revision does not know), what the client was asked and how
 * often, and the effects. Runs come one after the other.
 *
 * Revisions that do not know a kind of question cannot ask it; they are compared with each other.
 *
 * @param server The server; or what makes one for each run, and hands its handlers something to record effects with.
 * @throws TypeError for handlers that are missing; what `server`, its `setup` and its `close` throw.
 */
export declare function compareEras(server: ServerUnderTest | MakeServer, options: CompareOptions): Promise<ParityReport>;
