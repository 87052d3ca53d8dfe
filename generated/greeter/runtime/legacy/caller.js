/** The session of a client that has not said anything yet. */
export function openSession(revision) {
    return { revision, client: undefined, clientCapabilities: {}, logLevel: 'info', subscriptions: new Set() };
}
