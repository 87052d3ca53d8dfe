import { messageOf, ProtocolError } from '../protocol/protocol-error.js';
import { encodeFailure } from './encode-task.js';
/** Milliseconds for which news of how far a task is are gathered. */
const gatheringMs = 100;
/** A task whose handler runs in this process. */
export class RunningTask {
    #links;
    #requests = new Map();
    /** Keys of all requests so far: none may come twice. */
    #keys = new Set();
    #expiry;
    #record;
    #isOver = false;
    /** The store has no room for it: what is said of it last is that it failed. */
    #isLost = false;
    /** Resolves when the store knows all changes so far. */
    #written = Promise.resolve();
    #gathering;
    constructor(record, links) {
        this.#record = record;
        this.#links = links;
        this.#expiry = setTimeout(() => void this.cancel(new Error('The time of the task is up')), record.ttlMs);
        // On Node a timer would keep the process.
        this.#expiry.unref?.();
    }
    /** Says how far the work is. */
    describe(statusMessage) {
        if (this.#isOver)
            return;
        this.#record = { ...this.#record, statusMessage };
        this.#gathering ??= setTimeout(() => this.#put(this.#record), gatheringMs);
    }
    /**
     * Asks the client something.
     *
     * @returns What the response was worth; `undefined` when none came in time, or the task is over.
     * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-update-requests
     */
    ask({ name, request, timeoutMs, read }) {
        return new Promise((resolve) => {
            if (this.#isOver) {
                resolve(undefined);
                return;
            }
            const key = this.#issueKey(name);
            const giveUp = () => {
                settle(undefined);
                this.#requests.delete(key);
                this.#showRequests();
            };
            const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
            const settle = (worth) => {
                clearTimeout(timer);
                resolve(worth);
            };
            const take = (response) => {
                const worth = read(response);
                if (worth !== undefined)
                    settle(worth);
                return worth !== undefined;
            };
            this.#requests.set(key, { request, take, abandon: () => settle(undefined) });
            this.#showRequests();
        });
    }
    /** Takes responses by the keys of their requests; what belongs to no open one is ignored. */
    async answer(responses) {
        const taken = Object.entries(responses).filter(([key, response]) => {
            const isTaken = this.#requests.get(key)?.take(response) === true;
            return isTaken && this.#requests.delete(key);
        });
        if (taken.length > 0)
            this.#showRequests();
        await this.#written;
    }
    /** @param result JSON text of what the call is answered with. */
    complete(result) {
        return this.#finish({ status: 'completed', statusMessage: undefined, detail: `"result":${result}` });
    }
    /** The call is answered with an error. */
    fail(error) {
        return this.#finish({ status: 'failed', statusMessage: error.message, detail: encodeFailure(error) });
    }
    /** Stops it; what its handler still comes to counts no more. */
    cancel(reason) {
        const isRunning = !this.#isOver;
        const written = this.#finish({ status: 'cancelled', statusMessage: reason.message, detail: undefined });
        if (isRunning)
            this.#links.stop(reason);
        return written;
    }
    #issueKey(name) {
        let key = name;
        for (let number = 2; this.#keys.has(key); number += 1)
            key = `${name}#${number}`;
        this.#keys.add(key);
        return key;
    }
    #showRequests() {
        const members = [...this.#requests].map(([key, { request }]) => `${JSON.stringify(key)}:${request}`);
        const { statusMessage } = this.#record;
        if (members.length === 0)
            this.#put({ status: 'working', statusMessage, detail: undefined });
        else
            this.#put({ status: 'input_required', statusMessage, detail: `"inputRequests":{${members.join(',')}}` });
    }
    async #finish(state) {
        if (this.#end())
            this.#put(state);
        await this.#written;
    }
    /** @returns Whether it had not been over: the first end is the only one. */
    #end() {
        if (this.#isOver)
            return false;
        this.#isOver = true;
        clearTimeout(this.#expiry);
        for (const { abandon } of this.#requests.values())
            abandon();
        this.#requests.clear();
        this.#links.leave();
        return true;
    }
    #put({ status, statusMessage, detail }) {
        clearTimeout(this.#gathering);
        this.#gathering = undefined;
        const lastUpdatedAt = new Date().toISOString();
        const record = { ...this.#record, status, statusMessage, detail, lastUpdatedAt };
        this.#record = record;
        this.#written = this.#written.then(() => this.#save(record));
    }
    async #save(record) {
        if (this.#isLost)
            return;
        try {
            await this.#links.store.replace(record);
        }
        catch (error) {
            await this.#saveFailure(record, error);
            return;
        }
        this.#links.tell(record);
    }
    /** What cannot be kept cannot go on. */
    async #saveFailure(record, reason) {
        const { store, tell, stop, report } = this.#links;
        report(messageOf(reason));
        this.#isLost = true;
        const error = new ProtocolError(-32603, reason instanceof ProtocolError ? reason.message : 'Internal error');
        if (this.#end())
            stop(error);
        const failed = { ...record, status: 'failed', statusMessage: error.message, detail: encodeFailure(error) };
        try {
            await store.replace(failed);
            tell(failed);
        }
        catch (again) {
            report(messageOf(again));
        }
    }
}
