/** The session of a client that has not said anything yet. */
export function openSession(revision) {
    return {
        revision,
        client: undefined,
        clientCapabilities: {},
        logLevel: 'info',
        subscriptions: new Set(),
        questions: undefined,
        hasEnded: false,
    };
}
/** The client as it is now, whatever it says later; only its log level goes with the time. */
export function currentCaller(session) {
    const { revision, client, clientCapabilities } = session;
    return {
        revision,
        client,
        clientCapabilities,
        get logLevel() {
            return session.logLevel;
        },
    };
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
