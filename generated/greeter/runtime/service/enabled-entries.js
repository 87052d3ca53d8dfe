/** What of a definition is served at the moment, and who is to be told when that changes. */
export class EnabledEntries {
    #definition;
    #disabled = new Set();
    #listeners = new Set();
    #end = () => { };
    /** Resolves when the server stops: there will be no more changes. */
    ended = new Promise((resolve) => {
        this.#end = resolve;
    });
    hasEnded = false;
    /** What is to be done when the server stops, and waited for. */
    lastActs = [];
    /** The toolsets that were chosen at the start; `undefined`: all. */
    toolsets;
    /** Changes since the start: what was made from an older set is out of date. */
    version = 0;
    constructor(definition) {
        this.#definition = definition;
    }
    /** Whether an entry of the definition is served. */
    has(kind, key) {
        return this.#disabled.size === 0 || !this.#disabled.has(`${kind} ${key}`);
    }
    /** Takes an entry out of what is served, or puts it back. */
    set(kind, key, isServed) {
        if (this.has(kind, key) === isServed)
            return;
        if (isServed)
            this.#disabled.delete(`${kind} ${key}`);
        else
            this.#disabled.add(`${kind} ${key}`);
        this.version += 1;
        const list = kind === 'resourceTemplates' ? 'resources' : kind;
        if (this.#definition.capabilities.listChanged?.includes(list) === true)
            this.#tell({ list });
    }
    /** Says that what is behind a URI is not what it was. */
    announce(uri) {
        if (this.#definition.capabilities.subscribe === true)
            this.#tell({ uri });
    }
    /** @returns What stops listening. */
    listen(listener) {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }
    /**
     * The server stops: those who wait for changes need wait no longer.
     *
     * @returns Resolves when the last acts are done.
     */
    end() {
        this.#end();
        this.hasEnded = true;
        return Promise.all(this.lastActs.map((act) => act()));
    }
    #tell(change) {
        for (const listener of this.#listeners)
            listener(change);
    }
}
