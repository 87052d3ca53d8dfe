import { isJsonObject } from '../protocol/json-object.js';
import { messageOf } from '../protocol/protocol-error.js';
/** A client of one server: sends requests, and has those of the server answered. */
export class TestClient {
    /** Rejects when the server or the script fails. */
    failed;
    #link;
    #answer;
    #pending = new Map();
    #fail = () => { };
    #requests = 0;
    /** @param answer Gives the result of a request of the server's. */
    constructor(open, answer) {
        this.#answer = answer;
        this.failed = new Promise((_, reject) => {
            this.#fail = (reason) => reject(new Error(reason));
        });
        // It may fail while nobody waits.
        this.failed.catch(() => { });
        this.#link = open({ receive: (message) => this.#receive(message), fail: (reason) => this.#fail(reason) });
    }
    request(method, params) {
        this.#requests += 1;
        const id = `request-${this.#requests}`;
        return new Promise((resolve) => {
            this.#pending.set(id, resolve);
            this.#link.send({ jsonrpc: '2.0', id, method, params });
        });
    }
    notify(method) {
        this.#link.send({ jsonrpc: '2.0', method });
    }
    close() {
        this.#link.close();
    }
    #receive(message) {
        const { id, method, result, error } = message;
        if (typeof method === 'string') {
            // What has no id is progress, a log message or the like, which no two transports owe alike.
            if (id !== undefined)
                void this.#reply(id, message);
            return;
        }
        const settle = this.#pending.get(id);
        this.#pending.delete(id);
        if (settle !== undefined && isJsonObject(result))
            settle({ result });
        else if (settle !== undefined && isJsonObject(error))
            settle({ error });
        else
            this.#fail(`The server sent an answer to nothing: ${JSON.stringify(message)}`);
    }
    async #reply(id, question) {
        try {
            const result = await this.#answer(question);
            this.#link.send({ jsonrpc: '2.0', id, result });
        }
        catch (error) {
            this.#fail(messageOf(error));
        }
    }
}
