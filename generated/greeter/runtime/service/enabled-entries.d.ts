import type { ChangingList, ListKind, ServerDefinition } from '../api/definition.js';
/** Something that changed while the server runs: a list, or what is behind a URI. */
export type Change = {
    readonly list: ChangingList;
} | {
    readonly uri: string;
};
/** What of a definition is served at the moment, and who is to be told when that changes. */
export declare class EnabledEntries {
    #private;
    /** Resolves when the server stops: there will be no more changes. */
    readonly ended: Promise<void>;
    hasEnded: boolean;
    /** What is to be done when the server stops, and waited for. */
    readonly lastActs: (() => Promise<unknown>)[];
    /** The toolsets that were chosen at the start; `undefined`: all. */
    toolsets: ReadonlySet<string> | undefined;
    /** Changes since the start: what was made from an older set is out of date. */
    version: number;
    constructor(definition: ServerDefinition);
    /** Whether an entry of the definition is served. */
    has(kind: ListKind, key: string): boolean;
    /** Takes an entry out of what is served, or puts it back. */
    set(kind: ListKind, key: string, isServed: boolean): void;
    /** Says that what is behind a URI is not what it was. */
    announce(uri: string): void;
    /** @returns What stops listening. */
    listen(listener: (change: Change) => void): () => void;
    /**
     * The server stops: those who wait for changes need wait no longer.
     *
     * @returns Resolves when the last acts are done.
     */
    end(): Promise<unknown>;
}
