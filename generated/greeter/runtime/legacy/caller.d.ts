import type { Caller } from '../call-context.js';
import type { ClientIdentity, LogLevel } from '../handlers.js';
import type { JsonObject } from '../json-object.js';
import type { LegacyRevision } from '../revisions.js';
import type { OpenQuestions } from './open-questions.js';
/** What a connection remembers of its client: `initialize` and `logging/setLevel` write it. */
export interface LegacySession {
    /** Who sends the requests; another one after each `initialize`. */
    caller: LegacyCaller;
    logLevel: LogLevel;
    /** URIs that the client wants to hear about. */
    readonly subscriptions: Set<string>;
    /** There once the server has asked something, or the client has answered something. */
    questions: Promise<OpenQuestions> | undefined;
    /** The client says nothing more. */
    hasEnded: boolean;
}
/**
 * The client as it has introduced itself; calls keep the one that they came from, whatever it says later. Only its log
 * level goes with the time.
 */
export declare class LegacyCaller implements Caller {
    #private;
    readonly revision: LegacyRevision;
    readonly client: ClientIdentity | undefined;
    readonly clientCapabilities: JsonObject;
    constructor(session: Pick<LegacySession, 'logLevel'>, revision: LegacyRevision, client?: ClientIdentity, clientCapabilities?: JsonObject);
    get logLevel(): LogLevel;
}
/** The session of a client that has not said anything yet. */
export declare function openSession(revision: LegacyRevision): LegacySession;
/** The questions of a session; what is done with them is done in the order of the calls. */
export declare function loadQuestions(session: LegacySession): Promise<OpenQuestions>;
/** The client says nothing more: what it has not answered remains unanswered. */
export declare function endSession(session: LegacySession): void;
