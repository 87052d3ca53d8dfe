/** The client went away before its request was read: there is nobody to answer and nothing to report. */
export class DisconnectError extends Error {
    name = 'DisconnectError';
    constructor() {
        super('The client closed the connection');
    }
}
