/** Answers that are kept until their question is asked, and their characters. */
const maximalEarly = 256;
const maximalEarlyCharacters = 256 * 1024;
/**
 * The questions of one connection: gives them their ids, and ties answers to them. An answer may come before its question,
 * when input was written in advance; it is kept for it.
 */
export class OpenQuestions {
    #counts = { elicit: 0, sample: 0, roots: 0 };
    #open = new Map();
    #early = new Map();
    #earlyCharacters = 0;
    #hasEnded;
    /** @param hasEnded There is no more input: only answers that came early count. */
    constructor(hasEnded) {
        this.#hasEnded = hasEnded;
    }
    /** The id of a new question: `elicit_1`, `elicit_2`, … */
    issueId(kind) {
        this.#counts[kind] += 1;
        return `${kind}_${this.#counts[kind]}`;
    }
    /** Whether there can be an answer: it is there, or there is more to come. */
    canBeAnswered(id) {
        return !this.#hasEnded || this.#early.has(id);
    }
    /** Waits for the answer; `undefined` when there will be none. */
    wait(id, take) {
        const early = this.#early.get(id);
        if (early !== undefined)
            this.#earlyCharacters -= countCharacters(early);
        this.#early.delete(id);
        if (early !== undefined || this.#hasEnded)
            take(early);
        else
            this.#open.set(id, take);
    }
    /** Nobody waits for the answer any more. */
    forget(id) {
        this.#open.delete(id);
    }
    /** Takes an answer; one that belongs to nothing is dropped. */
    settle(response) {
        const { id } = response;
        if (typeof id !== 'string')
            return;
        const take = this.#open.get(id);
        this.#open.delete(id);
        if (take !== undefined)
            take(response);
        else if (this.#isToCome(id))
            this.#keep(id, response);
    }
    /** There is no more input. */
    end() {
        this.#hasEnded = true;
        for (const take of this.#open.values())
            take(undefined);
        this.#open.clear();
    }
    #isToCome(id) {
        const [, kind, number] = /^(elicit|sample|roots)_([1-9]\d{0,8})$/u.exec(id) ?? [];
        return kind !== undefined && Number(number) > this.#counts[kind];
    }
    #keep(id, response) {
        const characters = countCharacters(response);
        const isTooMuch = this.#early.size >= maximalEarly || this.#earlyCharacters + characters > maximalEarlyCharacters;
        if (isTooMuch || this.#early.has(id))
            return;
        this.#earlyCharacters += characters;
        this.#early.set(id, response);
    }
}
/** What is nested too deeply to be counted is too much. */
function countCharacters(response) {
    try {
        return JSON.stringify(response).length;
    }
    catch {
        return Infinity;
    }
}
