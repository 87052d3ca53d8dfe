import { logLevels } from './handlers.js';
import { isJsonObject } from './json-object.js';
import { encodeNotification } from './json-rpc.js';
import { revisionFeatures } from './revisions.js';
const noMeta = {};
/** The context that handlers get. */
export class CallContext {
    revision;
    client;
    clientCapabilities;
    meta;
    /** The URI that is read, for the handlers of resource templates. */
    uri;
    #exchange;
    #caller;
    #lastProgress = -Infinity;
    #logger;
    /** @param meta `_meta` of the request, as it came. */
    constructor(exchange, caller, meta, uri = '') {
        this.#exchange = exchange;
        this.#caller = caller;
        this.revision = caller.revision;
        if (caller.client !== undefined)
            this.client = caller.client;
        this.clientCapabilities = caller.clientCapabilities;
        this.meta = isJsonObject(meta) ? meta : noMeta;
        this.uri = uri;
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
    releaseConnection() { }
    /** A function of its own, so that it can be taken out of the context. */
    get progress() {
        return (progress, total, message) => this.#sendProgress(progress, total, message);
    }
    /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress */
    #sendProgress(progress, total, message) {
        const progressToken = this.meta['progressToken'];
        if (typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken))
            return;
        if (!Number.isFinite(progress) || progress <= this.#lastProgress)
            return;
        this.#lastProgress = progress;
        const params = {
            progressToken,
            progress,
            total: Number.isFinite(total) ? total : undefined,
            message: revisionFeatures[this.revision].progressMessage ? message : undefined,
        };
        this.#exchange.notify(encodeNotification('notifications/progress', JSON.stringify(params)));
    }
    /** The same context for the handler of a resource template. */
    forUri(uri) {
        return new CallContext(this.#exchange, this.#caller, this.meta, uri);
    }
    /** Stops the handler; the request can still be answered. */
    abort(reason) {
        this.#exchange.abort(reason);
    }
    /** @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging */
    #sendLog(level, data, logger) {
        const wanted = this.#caller.logLevel;
        if (wanted === undefined || logLevels.indexOf(level) < logLevels.indexOf(wanted))
            return;
        this.#exchange.notify(encodeNotification('notifications/message', encodeLog(level, data, logger)));
    }
}
function encodeLog(level, data, logger) {
    try {
        // A function or a symbol has no JSON text, and the field is required.
        return JSON.stringify({ level, logger, data: JSON.stringify(data) === undefined ? null : data });
    }
    catch {
        return JSON.stringify({ level, logger, data: '(data that is not JSON)' });
    }
}
