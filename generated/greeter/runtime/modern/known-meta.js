import { isJsonObject } from '../json-object.js';
import { isModernRequest } from './is-modern-request.js';
/** Longer messages are parsed as they stand: searching them would cost more than it spares. */
const maximalCharacters = 4096;
/** Messages with other metadata, one after the other, before what is known is exchanged for theirs. */
const patience = 4;
/** After so many, no metadata are expected to come again. */
const maximalMisses = 100;
/**
 * Parses messages. A client says the same of itself in each request, mostly in the same words: those are read once, and
 * left out of the messages that come later, which get the same object, frozen. That is 15 % of a call.
 */
export class KnownMeta {
    /** Stands for the metadata in what is parsed; no client can know it. */
    #mark = Math.random().toString(36).slice(2, 10);
    #standIn = `"_meta":"${this.#mark}"`;
    /** The member as it stands in messages; empty: none is known. */
    #text = '';
    #meta = {};
    /** Where it stood in the last message, in characters from the end. */
    #fromEnd = 0;
    #misses = 0;
    /** @throws SyntaxError for what is no JSON. */
    parse(text) {
        if (text.length > maximalCharacters || this.#misses === maximalMisses)
            return JSON.parse(text);
        if (this.#text !== '') {
            const at = this.#find(text);
            const message = at < 0 ? undefined : this.#parseWithout(text, at);
            if (message !== undefined)
                return message;
        }
        const message = JSON.parse(text);
        if (isJsonObject(message) && isJsonObject(message['params']))
            this.#learn(text, message['params']);
        return message;
    }
    #find(text) {
        const expected = text.length - this.#fromEnd;
        // `startsWith` would compare one character after the other.
        const isThere = text.slice(expected, expected + this.#text.length) === this.#text;
        return isThere ? expected : text.indexOf(this.#text);
    }
    /** `undefined` when it was not the metadata of the request that was left out. */
    #parseWithout(text, at) {
        const rest = text.slice(at + this.#text.length);
        // Whatever was wrong with the text still is: one value stands for another, and its quotes let nothing grow onto it.
        const message = JSON.parse(`${text.slice(0, at)}${this.#standIn}${rest}`);
        if (!isJsonObject(message))
            return undefined;
        const params = message['params'];
        if (params?._meta !== this.#mark)
            return undefined;
        params._meta = this.#meta;
        this.#fromEnd = text.length - at;
        this.#misses = 0;
        return message;
    }
    #learn(text, params) {
        const meta = params['_meta'];
        if (!isJsonObject(meta) || !isModernRequest({ params }))
            return;
        this.#misses += 1;
        if (this.#text !== '' && this.#misses % patience !== 0)
            return;
        const member = `"_meta":${JSON.stringify(meta)}`;
        const at = text.indexOf(member);
        if (at < 0)
            return;
        this.#text = member;
        this.#fromEnd = text.length - at;
        this.#meta = freeze(meta);
    }
}
/** Freezes a value with all that it holds. */
function freeze(value) {
    if (typeof value !== 'object' || value === null)
        return value;
    Object.values(value).forEach(freeze);
    return Object.freeze(value);
}
