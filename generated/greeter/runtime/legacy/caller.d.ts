import type { Caller } from '../call-context.js';
import type { ClientIdentity, LogLevel } from '../handlers.js';
import type { JsonObject } from '../json-object.js';
import type { LegacyRevision } from '../revisions.js';
import type { OpenQuestions } from './open-questions.js';
/** What a connection remembers of its client, who is the caller of each request: `initialize` and `logging/setLevel` write it. */
export interface LegacySession {
    revision: LegacyRevision;
    client: ClientIdentity | undefined;
    clientCapabilities: JsonObject;
    logLevel: LogLevel;
    /** URIs that the client wants to hear about. */
    readonly subscriptions: Set<string>;
    /** There once the server has asked something, or the client has answered something. */
    questions: Promise<OpenQuestions> | undefined;
    /** The client says nothing more. */
    hasEnded: boolean;
}
/** The session of a client that has not said anything yet. */
export declare function openSession(revision: LegacyRevision): LegacySession;
/** The client as it is now, whatever it says later; only its log level goes with the time. */
export declare function currentCaller(session: LegacySession): Caller;
/** The questions of a session; what is done with them is done in the order of the calls. */
export declare function loadQuestions(session: LegacySession): Promise<OpenQuestions>;
/** The client says nothing more: what it has not answered remains unanswered. */
export declare function endSession(session: LegacySession): void;
