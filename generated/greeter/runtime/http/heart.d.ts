/** Something that wants to hear of every beat. */
export interface Beating {
    beat(): void;
}
/** An answer that may take long, and mostly does not. */
export interface Waiting extends Beating {
    /** It has not been given in the turn in which it was asked for. */
    linger(): void;
}
/** An answer that is expected in this turn. Nothing is held on to once it was given, which keeps garbage young. */
export interface Expected {
    waiting: Waiting | undefined;
}
/** Beats at an interval for all who listen: one timer, and none while nobody does. */
export declare class Heart {
    #private;
    constructor(intervalMs: number);
    add(listener: Beating): void;
    /**
     * Adds what is still waiting in the next turn.
     *
     * @returns To be emptied when the answer was given.
     */
    addLater(waiting: Waiting): Expected;
    delete(listener: Beating): void;
}
