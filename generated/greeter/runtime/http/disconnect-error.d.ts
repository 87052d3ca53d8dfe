/** The client went away before its request was read: there is nobody to answer and nothing to report. */
export declare class DisconnectError extends Error {
    readonly name = "DisconnectError";
    constructor();
}
