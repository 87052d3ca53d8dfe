/** Bounds what all streams of a server keep together. */
export declare class EventBudget {
    #private;
    /** @returns Whether there was room for so many characters. */
    take(characters: number): boolean;
    give(characters: number): void;
}
