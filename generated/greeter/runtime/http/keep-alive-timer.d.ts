/** Object that the keep-alive timer calls at every interval. */
export interface KeepAliveTarget {
    tick(): void;
}
/** Shared keep-alive timer: one interval for all open streams, sessions and slow replies, stopped while there are none. */
export declare class KeepAliveTimer {
    #private;
    constructor(intervalMs: number);
    /** Starts to call a target. Adding a target twice has no effect. */
    add(target: KeepAliveTarget): void;
    /** Stops calling a target. */
    delete(target: KeepAliveTarget): void;
}
