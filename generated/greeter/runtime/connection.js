import { Exchange } from './exchange.js';
import { classify, encodeError, encodeProtocolError, encodeResponse, isRequestId, } from './json-rpc.js';
import { openSession } from './legacy/caller.js';
import { serveRequest as serveLegacyRequest } from './legacy/serve-request.js';
import { isModernRequest } from './modern/caller.js';
import { serveRequest as serveModernRequest } from './modern/serve-request.js';
import { messageOf, ProtocolError } from './protocol-error.js';
import { formatReport } from './report.js';
import { revisionFeatures } from './revisions.js';
/** Characters of a client's reason that are repeated. */
const maximalReason = 200;
/** A peer on a channel that carries messages both ways for as long as it lives; both eras may be spoken on it. */
export class Connection {
    #service;
    #options;
    #session = openSession();
    #respond;
    /** Requests that are not answered yet; those that are answered at once never come here. */
    #exchanges = new Map();
    /** Requests that wait for their turn. */
    #waiting = [];
    /** Requests that are being served and hold up those that wait. */
    #running = new Set();
    #isStarting = false;
    #onIdle = [];
    constructor(service, options) {
        this.#service = service;
        this.#options = options;
        this.#respond = (answer) => {
            if (answer !== undefined)
                options.send(answer);
        };
    }
    /** Takes a parsed message from the peer. */
    receive(message) {
        const respond = this.#respond;
        if (Array.isArray(message) && revisionFeatures[this.#session.revision].batches) {
            this.#acceptBatch(message, respond);
        }
        else {
            this.#accept(classify(message), respond);
        }
    }
    /**
     * Answers what could not even be parsed.
     *
     * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#parseerror
     */
    receiveMalformed(reason) {
        this.#service.report(formatReport('INPUT', reason));
        this.#options.send(encodeError(undefined, -32700, `Parse error: ${reason}`));
    }
    /** Resolves when every request has been answered. */
    whenIdle() {
        return new Promise((resolve) => {
            if (this.#exchanges.size === 0)
                resolve();
            else
                this.#onIdle.push(resolve);
        });
    }
    /** Stops all requests that are being served, without an answer. */
    abort(reason) {
        for (const exchange of this.#exchanges.values())
            this.#cancel(exchange, reason);
    }
    #accept(incoming, respond) {
        switch (incoming.kind) {
            case 'request':
                this.#begin(incoming, respond);
                break;
            case 'notification':
                this.#notice(incoming);
                respond(undefined);
                break;
            case 'invalid':
                respond(encodeError(incoming.id, -32600, `Invalid Request: ${incoming.reason}`));
                break;
            case 'response':
            case 'ignored':
                respond(undefined);
        }
    }
    /**
     * Answers all requests of a batch in one array, when the last of them is done.
     *
     * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#batching
     */
    #acceptBatch(entries, respond) {
        if (entries.length === 0) {
            respond(encodeError(undefined, -32600, 'Invalid Request: a batch must not be empty'));
            return;
        }
        const answers = [];
        const ids = new Set();
        let open = entries.length;
        const respondEntry = (answer) => {
            if (answer !== undefined)
                answers.push(answer);
            open -= 1;
            if (open === 0 && answers.length > 0)
                respond(joinBatch(answers));
        };
        for (const entry of entries) {
            const incoming = classify(entry);
            const fault = incoming.kind === 'request' ? findBatchFault(incoming, ids) : undefined;
            if (incoming.kind === 'request' && fault !== undefined) {
                respondEntry(encodeError(incoming.id, -32600, `Invalid Request: ${fault}`));
            }
            else {
                this.#accept(incoming, respondEntry);
            }
        }
    }
    #begin(request, respond) {
        const { id } = request;
        if (this.#exchanges.has(id)) {
            respond(encodeError(id, -32600, 'Invalid Request: a request with this id is still being served'));
            return;
        }
        const exchange = new Exchange(id, this.#options.send, respond);
        // A ping asks whether anybody is there: it does not wait for its turn.
        if (this.#options.ordered !== true || request.method === 'ping') {
            this.#serve(request, exchange);
            return;
        }
        this.#exchanges.set(id, exchange);
        this.#waiting.push(() => this.#serve(request, exchange));
        this.#startWaiting();
    }
    #serve(request, exchange) {
        if (exchange.isClosed)
            return;
        this.#running.add(exchange);
        const isModern = isModernRequest(request);
        try {
            const { body, encode } = isModern
                ? serveModernRequest(this.#service, request, exchange)
                : serveLegacyRequest(this.#service, this.#session, request, exchange);
            if (body instanceof Promise) {
                this.#exchanges.set(exchange.id, exchange);
                body.then((settled) => this.#finish(exchange, encodeResponse(exchange.id, encode(settled))), (error) => this.#finish(exchange, this.#encodeFailure(exchange.id, error, isModern)));
            }
            else {
                this.#finish(exchange, encodeResponse(exchange.id, encode(body)));
            }
        }
        catch (error) {
            this.#finish(exchange, this.#encodeFailure(exchange.id, error, isModern));
        }
    }
    #finish(exchange, answer) {
        this.#running.delete(exchange);
        this.#close(exchange, answer);
        this.#startWaiting();
    }
    #close(exchange, answer) {
        if (exchange.isClosed)
            return;
        this.#exchanges.delete(exchange.id);
        exchange.close(answer);
        if (this.#exchanges.size > 0)
            return;
        const waiters = this.#onIdle;
        this.#onIdle = [];
        for (const wake of waiters)
            wake();
    }
    /** Starts what waits, in a loop: what is done at once must not pile up on the stack. */
    #startWaiting() {
        if (this.#isStarting)
            return;
        this.#isStarting = true;
        while (this.#running.size === 0 && this.#waiting.length > 0)
            this.#waiting.shift()?.();
        this.#isStarting = false;
    }
    /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation */
    #notice({ method, params }) {
        if (method !== 'notifications/cancelled' || !isRequestId(params['requestId']))
            return;
        const exchange = this.#exchanges.get(params['requestId']);
        if (exchange === undefined)
            return;
        const { reason } = params;
        const message = 'The client cancelled the request';
        if (typeof reason !== 'string' || reason === '') {
            this.#cancel(exchange, new Error(message));
            return;
        }
        const told = reason.slice(0, maximalReason);
        this.#service.report(formatReport('REQUEST', told, 'CANCELLED'));
        this.#cancel(exchange, new Error(`${message}: ${told}`));
    }
    #cancel(exchange, reason) {
        this.#close(exchange, undefined);
        exchange.abort(reason);
        // Its handler may never come to an end: what waits does not wait for that.
        this.#running.delete(exchange);
        this.#startWaiting();
    }
    #encodeFailure(id, error, isModern) {
        if (error instanceof ProtocolError)
            return encodeProtocolError(id, error, isModern);
        this.#service.report(formatReport('REQUEST', messageOf(error)));
        return encodeError(id, -32603, 'Internal error');
    }
}
function findBatchFault(request, ids) {
    if (ids.has(request.id))
        return 'a batch must not use an id twice';
    ids.add(request.id);
    if (request.method === 'initialize')
        return '"initialize" must not be part of a batch';
    return isModernRequest(request) ? 'this revision knows no batches' : undefined;
}
function joinBatch(answers) {
    return [
        ...answers.flatMap((answer, index) => [
            index === 0 ? '[' : ',',
            ...(typeof answer === 'string' ? [answer] : answer),
        ]),
        ']',
    ];
}
