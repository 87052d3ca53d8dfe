import { maximalRetries, withReason } from '../interaction/dialog.js';
import { isJsonObject } from '../protocol/json-object.js';
import { encodeNotification, encodeRequest } from '../protocol/json-rpc.js';
/** Characters of a client's refusal that are repeated. */
const maximalReason = 200;
const kinds = {
    'elicitation/create': 'elicit',
    'sampling/createMessage': 'sample',
    'roots/list': 'roots',
};
/**
 * Asks in the legacy era: with a request to the client, on the way that the answer to the client's own request takes.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#requests
 */
export class LegacyDialog {
    #exchange;
    #questions;
    constructor(exchange, questions) {
        this.#exchange = exchange;
        this.#questions = questions;
    }
    async put(question) {
        const { method, fallback, isOptional, timeoutMs } = question;
        if (this.#exchange.channel.ask === undefined)
            return refuseUnless(isOptional, fallback);
        let { params } = question;
        for (let retry = 0; retry <= maximalRetries; retry += 1) {
            const reply = await this.#send(method, params, timeoutMs);
            if (reply === 'unsent')
                return refuseUnless(isOptional, fallback);
            const reading = isJsonObject(reply?.result) ? question.read(reply.result) : undefined;
            if (reading === undefined)
                return settleFor(fallback, method, reply);
            if ('answer' in reading)
                return reading.answer;
            params = withReason(question.params, reading.misfit);
        }
        return settleFor(fallback, method, undefined);
    }
    /** Nothing to be undone: the handler runs only once, and may catch it. */
    async refuse(required) {
        const names = Object.entries(required).flatMap(([name, modes]) => [name, ...Object.keys(modes)]);
        throw new Error(`The client cannot be asked: it has not declared the capability ${names.join('.')}`);
    }
    step(_name, run) {
        return run();
    }
    /** Asks, and waits for the answer; there is none when the request is cancelled, nor when input or time is up. */
    #send(method, params, timeoutMs) {
        const exchange = this.#exchange;
        const questions = this.#questions;
        const id = questions.issueId(kinds[method]);
        return new Promise((resolve) => {
            if (exchange.isClosed || !questions.canBeAnswered(id)) {
                resolve(undefined);
                return;
            }
            if (exchange.channel.ask?.(encodeRequest(id, method, params)) !== true) {
                resolve('unsent');
                return;
            }
            let isOpen = true;
            const giveUp = (reason) => {
                if (!isOpen)
                    return;
                settle(undefined);
                exchange.channel.send(encodeNotification('notifications/cancelled', JSON.stringify({ requestId: id, reason })));
            };
            const timer = setTimeout(() => giveUp('No answer came in time'), timeoutMs);
            const settle = (response) => {
                isOpen = false;
                clearTimeout(timer);
                questions.forget(id);
                resolve(response);
            };
            questions.wait(id, settle);
            exchange.beforeClose(() => giveUp('The request that it belongs to is over'));
        });
    }
}
function refuseUnless(isOptional, fallback) {
    if (isOptional && fallback !== undefined)
        return fallback;
    throw new Error('The client cannot be asked: it has no way to answer');
}
function settleFor(fallback, method, reply) {
    if (fallback !== undefined)
        return fallback;
    if (reply === undefined)
        throw new Error(`The client gave no answer to ${method}`);
    const { error } = reply;
    const message = isJsonObject(error) && typeof error['message'] === 'string' ? error['message'] : undefined;
    if (message === undefined)
        throw new Error(`The client's answer to ${method} cannot be used`);
    throw new Error(`The client refused ${method}: ${message.slice(0, maximalReason)}`);
}
