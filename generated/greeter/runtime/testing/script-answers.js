import { isJsonObject } from '../protocol/json-object.js';
/** Questions of one call, before it counts as one without an end. */
const maximalQuestions = 200;
/** A client's part in one run: answers what it is asked, and remembers it. */
export class ScriptReader {
    questions = [];
    #script;
    #used = new Map();
    constructor(script) {
        this.#script = script;
    }
    /** @throws Error when the script has no answer, or there is no end to the questions. */
    async answer({ method, params }) {
        const question = this.#see(String(method), isJsonObject(params) ? params : {});
        if (this.questions.length > maximalQuestions)
            throw new Error(`More than ${maximalQuestions} questions were asked`);
        const answer = await this.#find(question);
        if (answer === undefined)
            throw new Error(`The script has no answer to ${nameQuestion(question)}`);
        return { ...answer };
    }
    #see(name, params) {
        const method = methods.find((known) => known === name);
        if (method === undefined)
            throw new Error(`The server sent the unknown request ${name}`);
        const { requestedSchema, url } = params;
        const message = readMessage(params);
        const question = {
            method,
            message,
            ...(isJsonObject(requestedSchema) ? { requestedSchema } : {}),
            ...(typeof url === 'string' ? { url } : {}),
            params,
            count: 1 + this.questions.filter((seen) => seen.method === method && seen.message === message).length,
        };
        this.questions.push(question);
        return question;
    }
    #find(question) {
        const script = this.#script;
        if (typeof script === 'function')
            return script(question);
        if (isList(script))
            return script[this.questions.length - 1];
        const { method, message } = question;
        const beginnings = Object.keys(script).filter((text) => message.startsWith(text) || method === text);
        const [longest] = beginnings.toSorted((left, right) => right.length - left.length);
        if (longest === undefined)
            return undefined;
        const answers = script[longest];
        const used = this.#used.get(longest) ?? 0;
        this.#used.set(longest, used + 1);
        return answers !== undefined && isList(answers) ? answers[used] : answers;
    }
}
const methods = ['elicitation/create', 'sampling/createMessage', 'roots/list'];
/** What a question is called in reports. */
export function nameQuestion({ method, message }) {
    return method === 'elicitation/create' ? JSON.stringify(message) : `${method} ${JSON.stringify(message)}`;
}
function readMessage({ message, messages }) {
    if (typeof message === 'string')
        return message;
    const last = Array.isArray(messages) ? messages.at(-1) : undefined;
    const content = isJsonObject(last) ? last['content'] : undefined;
    const blocks = Array.isArray(content) ? content : [content];
    return blocks
        .map((block) => (isJsonObject(block) && typeof block['text'] === 'string' ? block['text'] : ''))
        .join('');
}
function isList(value) {
    return Array.isArray(value);
}
