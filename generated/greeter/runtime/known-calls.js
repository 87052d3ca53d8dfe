import { isJsonObject } from './json-object.js';
/** Longer messages are parsed as they stand: the arguments are most of them. */
const maximalCharacters = 4096;
/** Calls of another shape, one after the other, before the known one is exchanged for theirs. */
const patience = 4;
/** Names that JSON text has as they are. */
const plainName = /^[\w./-]+$/u;
/**
 * Parses messages. The calls of a client mostly differ in their ids, tools and arguments alone: the rest is compared with what is
 * known, and only the arguments are parsed. That spares a quarter of a call on standard input, half of what it takes to read
 * one. Metadata (`_meta`) that come again are one object, frozen. Members of a known call are in one order, whatever its text says.
 */
export class KnownCalls {
    #shape;
    #misses = 0;
    /** @throws SyntaxError for what is no JSON. */
    parse(text) {
        if (text.length > maximalCharacters)
            return JSON.parse(text);
        const known = this.#shape?.read(text);
        if (known !== undefined) {
            this.#misses = 0;
            return known;
        }
        const message = JSON.parse(text);
        if (isPlainCall(message))
            this.#learn(text, message);
        return message;
    }
    /** Ever more seldom, as long as it is of no use: some clients say something else in each call. */
    #learn(text, call) {
        this.#misses += 1;
        if (!isPowerOfTwo(this.#misses) || (this.#shape !== undefined && this.#misses < patience))
            return;
        this.#shape = findShape(text, call) ?? this.#shape;
    }
}
function isPowerOfTwo(count) {
    return Number.isInteger(Math.log2(count));
}
function isPlainCall(message) {
    if (!isJsonObject(message) || Object.keys(message).length !== 4)
        return false;
    const { jsonrpc, id, method, params } = message;
    if (jsonrpc !== '2.0' || method !== 'tools/call' || !isPlainId(id) || !isJsonObject(params))
        return false;
    const { name, arguments: input, _meta: meta } = params;
    const isNamed = typeof name === 'string' && plainName.test(name);
    const hasNoMore = Object.keys(params).length === (meta === undefined ? 2 : 3);
    return isNamed && hasNoMore && input !== undefined && (meta === undefined || isJsonObject(meta));
}
function isPlainId(id) {
    return Number.isSafeInteger(id) && Number(id) >= 0;
}
/** Digits of a number that has no other value than they say. */
const maximalDigits = 15;
const zero = 48;
/**
 * The text of calls, with three holes: the id, which comes first or last, the name of the tool and its arguments. What is not a
 * number, a plain name or JSON in its hole is not read, so that text around it cannot mean anything else than it did.
 */
class CallShape {
    #isIdFirst;
    #beforeId;
    #beforeName;
    #afterName;
    #end;
    #meta;
    /** The tool that was called last, and what stands before its arguments: that is mostly the same and compared at once. */
    #name;
    #beforeInput;
    constructor([first, second, third, end], isIdFirst, { name, _meta }) {
        this.#isIdFirst = isIdFirst;
        this.#beforeId = isIdFirst ? first : third;
        this.#beforeName = isIdFirst ? second : first;
        this.#afterName = isIdFirst ? third : second;
        this.#end = end;
        this.#meta = freeze(_meta);
        this.#name = name;
        this.#beforeInput = this.#beforeName + name + this.#afterName;
    }
    /** `undefined` for a text that has another shape, or is no JSON. */
    read(text) {
        const end = text.length - this.#end.length;
        // `startsWith` and `endsWith` would compare one character after the other.
        if (text.slice(end) !== this.#end)
            return undefined;
        let idStart = this.#isIdFirst ? this.#beforeId.length : end;
        let idEnd = idStart;
        if (this.#isIdFirst)
            while (isDigit(text, idEnd))
                idEnd += 1;
        else
            while (isDigit(text, idStart - 1))
                idStart -= 1;
        const beforeId = idStart - this.#beforeId.length;
        if (text.slice(beforeId, idStart) !== this.#beforeId || !isPlainNumber(text, idStart, idEnd))
            return undefined;
        const nameStart = this.#isIdFirst ? idEnd : 0;
        if (!this.#isBeforeInput(text, nameStart) && !this.#rename(text, nameStart))
            return undefined;
        try {
            const inputEnd = this.#isIdFirst ? end : beforeId;
            const input = JSON.parse(text.slice(nameStart + this.#beforeInput.length, inputEnd));
            return this.#makeCall(readNumber(text, idStart, idEnd), input);
        }
        catch {
            return undefined;
        }
    }
    #isBeforeInput(text, start) {
        return text.slice(start, start + this.#beforeInput.length) === this.#beforeInput;
    }
    /** Another tool is called. */
    #rename(text, start) {
        const from = start + this.#beforeName.length;
        const to = text.indexOf('"', from);
        const name = text.slice(from, to);
        if (text.slice(start, from) !== this.#beforeName || to < 0 || !plainName.test(name))
            return false;
        if (text.slice(to, to + this.#afterName.length) !== this.#afterName)
            return false;
        this.#name = name;
        this.#beforeInput = this.#beforeName + name + this.#afterName;
        return true;
    }
    #makeCall(id, input) {
        const [name, meta] = [this.#name, this.#meta];
        const params = meta === undefined ? { name, arguments: input } : { name, arguments: input, _meta: meta };
        return { jsonrpc: '2.0', id, method: 'tools/call', params };
    }
}
function isDigit(text, at) {
    const digit = text.charCodeAt(at) - zero;
    return digit >= 0 && digit <= 9;
}
function isPlainNumber(text, start, end) {
    const digits = end - start;
    return digits === 1 || (digits > 1 && digits <= maximalDigits && text.charCodeAt(start) !== zero);
}
function readNumber(text, start, end) {
    let value = 0;
    for (let at = start; at < end; at += 1)
        value = value * 10 + text.charCodeAt(at) - zero;
    return value;
}
/** The shape of a call; `undefined` when it is written in another way than most are. */
function findShape(text, call) {
    const { id, params } = call;
    const idHole = findHole(text, '"id":', String(id));
    const nameHole = findHole(text, '"name":"', params.name);
    const inputHole = findHole(text, '"arguments":', JSON.stringify(params.arguments));
    const isIdFirst = idHole.start < nameHole.start;
    const [first, second, third] = isIdFirst ? [idHole, nameHole, inputHole] : [nameHole, inputHole, idHole];
    if (first.start < 0 || second.start < first.end || third.start < second.end)
        return undefined;
    const cut = [
        text.slice(0, first.start),
        text.slice(first.end, second.start),
        text.slice(second.end, third.start),
        text.slice(third.end),
    ];
    return areHoles(cut, isIdFirst, call) ? new CallShape(cut, isIdFirst, params) : undefined;
}
function findHole(text, key, value) {
    const at = text.indexOf(key + value);
    return at < 0 ? { start: -1, end: -1 } : { start: at + key.length, end: at + key.length + value.length };
}
/** Whether it is the id, the name and the arguments of the call that change with what stands in the holes, and all of them. */
function areHoles([start, second, third, end], isIdFirst, call) {
    // A number could go on with a fraction or an exponent.
    if (!/^[\s,}]/u.test(isIdFirst ? second : end))
        return false;
    const [id, name, input] = [call.id + 1, `not-${call.params.name}`, call.params.arguments === null ? true : null];
    const values = isIdFirst ? [id, name, input] : [name, input, id];
    try {
        const other = JSON.parse(`${start}${values[0]}${second}${values[1]}${third}${values[2]}${end}`);
        return isPlainCall(other) && other.id === id && other.params.name === name && other.params.arguments === input;
    }
    catch {
        return false;
    }
}
/** Freezes a value with all that it holds. */
function freeze(value) {
    if (typeof value !== 'object' || value === null)
        return value;
    Object.values(value).forEach(freeze);
    return Object.freeze(value);
}
