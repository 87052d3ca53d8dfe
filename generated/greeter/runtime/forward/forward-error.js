/** An API answered with an error, or could not be called; the message is for the model and holds no credentials. */
export class ForwardError extends Error {
    name = 'ForwardError';
    /** The HTTP status of the answer; `undefined` when there was none. */
    status;
    /** The body of the answer: a JSON value, else text; cut when it is long. `undefined` when there was none. */
    body;
    constructor(message, status, body) {
        super(message);
        this.status = status;
        this.body = body;
    }
}
