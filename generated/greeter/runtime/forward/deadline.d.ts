/** The time that a call may take, and what else ends it. */
export interface Deadline {
    /** Aborted when time is up or the outer signal is aborted. */
    readonly signal: AbortSignal;
    /** Time is up. */
    readonly isOver: () => boolean;
    /** Milliseconds left. */
    readonly remaining: () => number;
    /** Lets go of the timer and the outer signal. */
    stop(): void;
}
/** @param milliseconds From now on. */
export declare function startDeadline(milliseconds: number, outer?: AbortSignal): Deadline;
