import type { Caller } from '../features/call-context.js';
import type { ClientIdentity, LogLevel } from '../api/handlers.js';
import type { JsonObject } from '../protocol/json-object.js';
import type { LegacyRevision } from '../protocol/revisions.js';
import type { OpenQuestions } from './open-questions.js';
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
/** What a connection remembers of its client: `initialize` and `logging/setLevel` write it. */
export declare class LegacySession {
    #private;
    /** Who sends the requests; another one after each `initialize`. */
    caller: LegacyCaller;
    logLevel: LogLevel;
    /** There once the server has asked something, or the client has answered something. */
    questions: Promise<OpenQuestions> | undefined;
    /** The client says nothing more. */
    hasEnded: boolean;
    /** @param revision What the client speaks until it says something. */
    constructor(revision: LegacyRevision);
    /** URIs that the client wants to hear about. */
    get subscriptions(): Set<string>;
}
/** The questions of a session; what is done with them is done in the order of the calls. */
export declare function loadQuestions(session: LegacySession): Promise<OpenQuestions>;
/** The client says nothing more: what it has not answered remains unanswered. */
export declare function endSession(session: LegacySession): void;
