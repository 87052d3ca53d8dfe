/** An API answered with an error, or could not be called; the message is for the model and holds no credentials. */
export declare class ForwardError extends Error {
    readonly name = "ForwardError";
    /** The HTTP status of the answer; `undefined` when there was none. */
    readonly status: number | undefined;
    /** The body of the answer: a JSON value, else text; cut when it is long. `undefined` when there was none. */
    readonly body: unknown;
    constructor(message: string, status?: number, body?: unknown);
}
