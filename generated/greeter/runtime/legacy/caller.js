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
/** The session of a client that has not said anything yet. */
export function openSession(revision) {
    const state = { logLevel: 'info' };
    return Object.assign(state, {
        caller: new LegacyCaller(state, revision),
        subscriptions: new Set(),
        questions: undefined,
        hasEnded: false,
    });
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
