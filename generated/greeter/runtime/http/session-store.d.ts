import type { HttpSession } from './http-session.js';
import type { Heart } from './heart.js';
/** The open sessions, bounded in number and in idleness. */
export declare class SessionStore {
    #private;
    constructor(maxSessions: number, idleMs: number, heart: Heart);
    find(id: string): HttpSession | undefined;
    /** @returns Whether there was room for it. */
    add(session: HttpSession): boolean;
    close(session: HttpSession): void;
    closeAll(): void;
    /** Clients say nothing more that counts. */
    endInput(): void;
    /** Resolves when nothing is being served. */
    whenIdle(): Promise<void>;
    /** Closes sessions that have not been used for too long. */
    beat(): void;
}
