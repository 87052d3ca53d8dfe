import type { HttpSession } from './http-session.js';
import type { KeepAliveTarget, KeepAliveTimer } from './keep-alive-timer.js';
/** Open sessions: limits their number, and closes sessions that are not used. */
export declare class SessionStore implements KeepAliveTarget {
    #private;
    constructor(maxSessions: number, idleMs: number, timer: KeepAliveTimer);
    /** Finds a session by its id, and counts that as a use. */
    find(id: string): HttpSession | undefined;
    /** Adds a session; returns false when there is no room. */
    add(session: HttpSession): boolean;
    close(session: HttpSession): void;
    closeAll(): void;
    /** Ends the input of all sessions: their clients' answers are no longer waited for. */
    endInput(): void;
    /** Resolves when all requests are answered. */
    whenIdle(): Promise<void>;
    /** Closes sessions that were not used for `idleMs`. */
    tick(): void;
}
