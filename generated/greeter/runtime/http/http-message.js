/** The client closed the connection before its request was read: nothing is answered or reported. */
export class DisconnectError extends Error {
    name = 'DisconnectError';
    constructor() {
        super('The client closed the connection');
    }
}
