/** Milliseconds without use after which a session can be closed to make room for a new one. */
const evictableMs = 60_000;
/** Open sessions: limits their number, and closes sessions that are not used. */
export class SessionStore {
    #sessions = new Map();
    #maxSessions;
    #idleMs;
    #timer;
    constructor(maxSessions, idleMs, timer) {
        this.#maxSessions = maxSessions;
        this.#idleMs = idleMs;
        this.#timer = timer;
    }
    /** Finds a session by its id, and counts that as a use. */
    find(id) {
        const session = this.#sessions.get(id);
        if (session !== undefined)
            session.lastUsed = Date.now();
        return session;
    }
    /** Adds a session; returns false when there is no room. */
    add(session) {
        if (this.#sessions.size >= this.#maxSessions && !this.#makeRoom())
            return false;
        this.#sessions.set(session.id, session);
        this.#timer.add(this);
        return true;
    }
    close(session) {
        this.#sessions.delete(session.id);
        if (this.#sessions.size === 0)
            this.#timer.delete(this);
        session.close();
    }
    closeAll() {
        for (const session of this.#sessions.values())
            this.close(session);
    }
    /** Ends the input of all sessions: their clients' answers are no longer waited for. */
    endInput() {
        for (const { connection } of this.#sessions.values())
            connection.endInput();
    }
    /** Resolves when all requests are answered. */
    async whenIdle() {
        await Promise.all([...this.#sessions.values()].map(({ connection }) => connection.whenIdle()));
    }
    /** Closes sessions that were not used for `idleMs`. */
    tick() {
        const now = Date.now();
        for (const session of this.#sessions.values()) {
            if (!session.isIdle)
                session.lastUsed = now;
            else if (session.lastUsed < now - this.#idleMs)
                this.close(session);
        }
    }
    /** Closes the least recently used idle session, if its last use is long enough ago. */
    #makeRoom() {
        const limit = Date.now() - evictableMs;
        const idle = [...this.#sessions.values()].filter((session) => session.isIdle && session.lastUsed < limit);
        const oldest = idle.reduce((found, session) => (found !== undefined && found.lastUsed <= session.lastUsed ? found : session), undefined);
        if (oldest !== undefined)
            this.close(oldest);
        return oldest !== undefined;
    }
}
