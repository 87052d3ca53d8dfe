/** Something that wants to hear of every beat. */
export interface Beating {
    beat(): void;
}
/** Beats at an interval for all who listen: one timer, and none while nobody does. */
export declare class Heart {
    #private;
    constructor(intervalMs: number);
    add(listener: Beating): void;
    delete(listener: Beating): void;
}
