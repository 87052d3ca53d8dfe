import type { ClientIdentity, LogLevel } from '../handlers.js';
import type { JsonObject } from '../json-object.js';
import type { LegacyRevision } from '../revisions.js';
/** What a connection remembers of its client, who is the caller of each request: `initialize` and `logging/setLevel` write it. */
export interface LegacySession {
    revision: LegacyRevision;
    client: ClientIdentity | undefined;
    clientCapabilities: JsonObject;
    logLevel: LogLevel;
    /** URIs that the client wants to hear about. */
    readonly subscriptions: Set<string>;
}
/** The session of a client that has not said anything yet. */
export declare function openSession(revision: LegacyRevision): LegacySession;
