import { defaultStdioRevision } from '../revisions.js';
/** The session of a client that has not said anything yet. */
export function openSession() {
    return { revision: defaultStdioRevision, client: undefined, clientCapabilities: {}, logLevel: 'info' };
}
