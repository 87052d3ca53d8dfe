/** A session that was used this long ago may have to make room, in milliseconds. */
const evictableMs = 60_000;
/** The open sessions, bounded in number and in idleness. */
export class SessionStore {
    #sessions = new Map();
    #maxSessions;
    #idleMs;
    #heart;
    constructor(maxSessions, idleMs, heart) {
        this.#maxSessions = maxSessions;
        this.#idleMs = idleMs;
        this.#heart = heart;
    }
    find(id) {
        const session = this.#sessions.get(id);
        if (session !== undefined)
            session.lastUsed = Date.now();
        return session;
    }
    /** @returns Whether there was room for it. */
    add(session) {
        if (this.#sessions.size >= this.#maxSessions && !this.#makeRoom())
            return false;
        this.#sessions.set(session.id, session);
        this.#heart.add(this);
        return true;
    }
    close(session) {
        this.#sessions.delete(session.id);
        if (this.#sessions.size === 0)
            this.#heart.delete(this);
        session.close();
    }
    closeAll() {
        for (const session of this.#sessions.values())
            this.close(session);
    }
    /** Clients say nothing more that counts. */
    endInput() {
        for (const { connection } of this.#sessions.values())
            connection.endInput();
    }
    /** Resolves when nothing is being served. */
    async whenIdle() {
        await Promise.all([...this.#sessions.values()].map(({ connection }) => connection.whenIdle()));
    }
    /** Closes sessions that have not been used for too long. */
    beat() {
        const now = Date.now();
        for (const session of this.#sessions.values()) {
            if (!session.isIdle)
                session.lastUsed = now;
            else if (session.lastUsed < now - this.#idleMs)
                this.close(session);
        }
    }
    /** Closes the session that was left alone longest, if that was long enough. */
    #makeRoom() {
        const limit = Date.now() - evictableMs;
        const idle = [...this.#sessions.values()].filter((session) => session.isIdle && session.lastUsed < limit);
        const oldest = idle.reduce((found, session) => (found !== undefined && found.lastUsed <= session.lastUsed ? found : session), undefined);
        if (oldest !== undefined)
            this.close(oldest);
        return oldest !== undefined;
    }
}
