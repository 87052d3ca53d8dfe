import { HttpEndpoint } from '../http/endpoint.js';
import { resolveHttpOptions } from '../http/http-options.js';
import { isJsonObject } from '../protocol/json-object.js';
import { messageOf } from '../protocol/protocol-error.js';
import { modernRevisions } from '../protocol/revisions.js';
import { WebReply, WebRequest } from '../web/web-adapter.js';
import { readEvents } from './read-events.js';
import { repeatInHeaders } from './repeat-in-headers.js';
const url = 'http://localhost/mcp';
/**
 * Connects a client over Streamable HTTP, by way of the adapter for `fetch`: in a session, where the revision has them.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function openHttpLink(options, revision) {
    return new HttpLink(options, revision);
}
class HttpLink {
    #options;
    #revision;
    #endpoint;
    #closing = new AbortController();
    #sessionId;
    constructor(options, revision) {
        const { service, maxMessageBytes, ordered, auth } = options;
        this.#options = options;
        this.#revision = revision;
        const authenticate = auth === undefined ? undefined : () => auth;
        this.#endpoint = new HttpEndpoint(service, {
            http: resolveHttpOptions({}),
            maxMessageBytes,
            ordered,
            authenticate,
        });
    }
    send(message) {
        const headers = { 'Content-Type': 'application/json', ...this.#describe(message) };
        void this.#exchange({ method: 'POST', headers, body: JSON.stringify(message) }, message);
    }
    close() {
        this.#closing.abort();
        this.#endpoint.close();
    }
    #describe(message) {
        const modern = modernRevisions.find((known) => known === this.#revision);
        if (modern !== undefined)
            return repeatInHeaders(this.#options.service, modern, message);
        const session = this.#sessionId === undefined ? {} : { 'Mcp-Session-Id': this.#sessionId };
        const isVersioned = this.#sessionId !== undefined && hasVersionHeader(this.#revision);
        return { ...session, ...(isVersioned ? { 'MCP-Protocol-Version': this.#revision } : {}) };
    }
    async #exchange(init, message) {
        try {
            const response = await this.#fetch(init);
            this.#sessionId ??= response.headers.get('mcp-session-id') ?? undefined;
            await this.#read(response, message);
        }
        catch (error) {
            if (!this.#closing.signal.aborted)
                this.#options.fail(messageOf(error));
        }
    }
    #fetch(init) {
        const headers = { Accept: 'application/json, text/event-stream', ...init.headers };
        const request = new Request(url, { ...init, headers, signal: this.#closing.signal });
        const reply = new WebReply(request.signal);
        void this.#endpoint.handle(new WebRequest(request), reply);
        return reply.response;
    }
    async #read(response, message) {
        if (response.headers.get('content-type') === 'text/event-stream' && response.body !== null) {
            await this.#readStream(response.body, message);
            return;
        }
        const text = await response.text();
        if (text !== '')
            this.#receive(text);
        else if (!response.ok)
            this.#options.fail(`The server answered with the HTTP status ${response.status}`);
    }
    /** A stream that ends before the answer is taken up again. */
    async #readStream(body, message) {
        let lastId;
        let waitMs = 0;
        for await (const { data, id, retryMs } of readEvents(body)) {
            lastId = id ?? lastId;
            waitMs = retryMs ?? waitMs;
            if (data !== '' && this.#receive(data) === message['id'])
                return;
        }
        if (lastId === undefined || this.#closing.signal.aborted)
            return;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        await this.#exchange({ method: 'GET', headers: { ...this.#describe({}), 'Last-Event-ID': lastId } }, message);
    }
    /** @returns The id of what it answers. */
    #receive(text) {
        const message = JSON.parse(text);
        if (!isJsonObject(message))
            throw new Error('The server sent what is no message');
        this.#options.receive(message);
        return message['method'] === undefined ? message['id'] : undefined;
    }
}
const firstWithHeader = '2025-06-18';
/** @see https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#protocol-version-header */
function hasVersionHeader(revision) {
    return revision >= firstWithHeader;
}
