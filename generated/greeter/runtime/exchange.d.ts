import type { MessageText, RequestId } from './json-rpc.js';
/** One request while it is being answered: how to tell its peer something, and whether anybody still listens. */
export declare class Exchange {
    #private;
    readonly id: RequestId;
    constructor(id: RequestId, send: (message: MessageText) => void, respond: (message: MessageText | undefined) => void);
    /** Answered or cancelled: nothing more is sent for it. */
    get isClosed(): boolean;
    /** Made when it is first asked for: most handlers never do, and a controller is not cheap. */
    get signal(): AbortSignal;
    /** Tells the handler to stop; an answer may still be given. */
    abort(reason: Error): void;
    /** Sends a notification on behalf of the request, unless it is closed. */
    notify(message: MessageText): void;
    /** Answers and closes; `undefined` closes without an answer. */
    close(message: MessageText | undefined): void;
}
