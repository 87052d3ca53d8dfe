import { logLevels, } from '../api/handlers.js';
import { Interaction } from '../interaction/interaction.js';
import { isJsonObject } from '../protocol/json-object.js';
import { encodeNotification } from '../protocol/json-rpc.js';
import { revisionFeatures } from '../protocol/revisions.js';
const noMeta = {};
/** Notifications that one request may send in a second. */
const maximalPerSecond = 1000;
/** The context that handlers get. */
export class CallContext {
    revision;
    client;
    clientCapabilities;
    meta;
    /** The URI that is read, for the handlers of resource templates. */
    uri;
    /** Awaited before a handler is called. */
    beforeHandler;
    #exchange;
    #caller;
    #source;
    #interaction;
    #lastProgress;
    #elicitations;
    #logger;
    #second = 0;
    /** Notifications of this second. */
    #notified = 0;
    /**
     * @param meta `_meta` of the request, as it came.
     * @param source What a talk with the client would begin with.
     */
    constructor(exchange, caller, meta, source, uri = '') {
        this.#exchange = exchange;
        this.#caller = caller;
        this.revision = caller.revision;
        if (caller.client !== undefined)
            this.client = caller.client;
        this.clientCapabilities = caller.clientCapabilities;
        this.meta = isJsonObject(meta) ? meta : noMeta;
        this.#source = source;
        this.uri = uri;
    }
    /**
     * To be called immediately before the handler is.
     *
     * @param kind With the name, what reports call it.
     * @param elicitations The questions that the definition declares for it.
     */
    enter(kind, name, elicitations) {
        this.#elicitations = elicitations;
        this.#source.workWatch?.start(`${kind}: ${name}`);
    }
    /** Made when it is first asked for: most handlers never ask. */
    get interaction() {
        return (this.#interaction ??= new Interaction(this.#source));
    }
    get http() {
        return this.#exchange.channel.http;
    }
    get auth() {
        return this.#exchange.channel.auth;
    }
    /** Who has to answer for the request. */
    get peer() {
        const { auth, peer = '' } = this.#exchange.channel;
        return auth?.principal ?? peer;
    }
    get trace() {
        return readTrace(this.meta);
    }
    get signal() {
        return this.#exchange.signal;
    }
    /** Nobody listens any more: the request was answered or cancelled. */
    get isClosed() {
        return this.#exchange.isClosed;
    }
    get log() {
        this.#logger ??= Object.fromEntries(logLevels.map((level) => [level, (data, logger) => this.#sendLog(level, data, logger)]));
        return this.#logger;
    }
    /** A function of its own, so that it can be taken out of the context. */
    get progress() {
        return (progress, total, message) => this.#sendProgress(progress, total, message);
    }
    get ask() {
        const ask = (...given) => this.interaction.ask((talk) => talk.ask(...given));
        return ask;
    }
    get elicit() {
        const questions = Object.entries(this.#elicitations ?? {}).map(([name, elicitation]) => {
            const elicit = (values = {}) => this.interaction.ask((talk) => talk.elicit(name, elicitation, values));
            return [name, elicit];
        });
        return Object.fromEntries(questions);
    }
    get sample() {
        const sample = (...given) => this.interaction.ask((talk) => talk.sample(...given));
        return sample;
    }
    get roots() {
        const roots = (...given) => this.interaction.ask((talk) => talk.roots(...given));
        return roots;
    }
    get step() {
        const step = (...given) => this.interaction.converse((talk) => talk.step(...given));
        return step;
    }
    get flowId() {
        return this.interaction.flowId;
    }
    get onSuspend() {
        return (release) => void this.interaction.releases.push(release);
    }
    /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress */
    #sendProgress(progress, total, message) {
        const progressToken = this.meta['progressToken'];
        if (typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken))
            return;
        if (!Number.isFinite(progress) || progress <= (this.#lastProgress ?? -Infinity))
            return;
        this.#lastProgress = progress;
        if (!this.#mayNotify())
            return;
        const params = {
            progressToken,
            progress,
            total: Number.isFinite(total) ? total : undefined,
            message: revisionFeatures[this.revision].progressMessage && typeof message === 'string' ? message : undefined,
        };
        this.#exchange.notify(encodeNotification('notifications/progress', JSON.stringify(params)));
    }
    /** Only a task begins. */
    get beginTask() {
        return async () => { };
    }
    /** The same context for the handler of a resource template. */
    forUri(uri) {
        return new CallContext(this.#exchange, this.#caller, this.meta, this.#source, uri);
    }
    releaseConnection() {
        if (this.revision === '2025-11-25' && !this.isClosed)
            this.#exchange.channel.release?.();
    }
    /** Stops the handler; the request can still be answered. */
    abort(reason) {
        this.#exchange.abort(reason);
    }
    /** Whether the client has not been told too much in this second; what is more is dropped. */
    #mayNotify() {
        const second = Math.floor(Date.now() / 1000);
        if (second !== this.#second)
            this.#notified = 0;
        this.#second = second;
        this.#notified += 1;
        return this.#notified <= maximalPerSecond;
    }
    /** @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging */
    #sendLog(level, data, logger) {
        const wanted = this.#caller.logLevel;
        if (wanted === undefined || logLevels.indexOf(level) < logLevels.indexOf(wanted))
            return;
        if (!this.#mayNotify())
            return;
        this.#exchange.notify(encodeNotification('notifications/message', encodeLog(level, data, logger)));
    }
}
/** @see https://www.w3.org/TR/trace-context/ */
function readTrace({ traceparent, tracestate, baggage }) {
    const isParent = typeof traceparent === 'string' && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}/u.test(traceparent);
    const trace = {
        ...(isParent ? { traceparent } : {}),
        ...(isParent && typeof tracestate === 'string' ? { tracestate } : {}),
        ...(typeof baggage === 'string' ? { baggage } : {}),
    };
    return Object.keys(trace).length === 0 ? undefined : trace;
}
/** Both come from a handler that need not have been type-checked: what is no string is no name of a logger. */
function encodeLog(level, data, logger) {
    const named = { level, logger: typeof logger === 'string' ? logger : undefined };
    try {
        // A function or a symbol has no JSON text, and the field is required.
        return JSON.stringify({ ...named, data: JSON.stringify(data) === undefined ? null : data });
    }
    catch {
        return JSON.stringify({ ...named, data: '(data that is not JSON)' });
    }
}
