/**
 * The client as it has introduced itself; calls keep the one that they came from, whatever it says later. Only its log
 * level goes with the time.
 */
export class LegacyCaller {
    revision;
    client;
    clientCapabilities;
    #session;
    constructor(session, revision, client, clientCapabilities = {}) {
        this.#session = session;
        this.revision = revision;
        this.client = client;
        this.clientCapabilities = clientCapabilities;
    }
    get logLevel() {
        return this.#session.logLevel;
    }
}
/** What a connection remembers of its client: `initialize` and `logging/setLevel` write it. */
export class LegacySession {
    /** Who sends the requests; another one after each `initialize`. */
    caller;
    logLevel = 'info';
    /** There once the server has asked something, or the client has answered something. */
    questions;
    /** The client says nothing more. */
    hasEnded = false;
    #subscriptions;
    /** @param revision What the client speaks until it says something. */
    constructor(revision) {
        this.caller = new LegacyCaller(this, revision);
    }
    /** URIs that the client wants to hear about. */
    get subscriptions() {
        return (this.#subscriptions ??= new Set());
    }
}
/** The questions of a session; what is done with them is done in the order of the calls. */
export function loadQuestions(session) {
    return (session.questions ??= import('./open-questions.js').then((loaded) => new loaded.OpenQuestions(session.hasEnded)));
}
/** The client says nothing more: what it has not answered remains unanswered. */
export function endSession(session) {
    session.hasEnded = true;
    void session.questions?.then((questions) => questions.end());
}
