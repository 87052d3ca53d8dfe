/** A server that is being served. */
export interface Serving {
    /** Resolves when there is nothing more to come, or {@link stop} was called, and what was running has been answered. */
    readonly finished: Promise<void>;
    /** Takes nothing new; what is running is still answered. */
    stop(): void;
}
