import type { Exchange } from '../exchange/exchange.js';
import { type Dialog, maximalRetries, type Question, withReason } from '../interaction/dialog.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { encodeNotification, encodeRequest, type RequestId, type Response } from '../protocol/json-rpc.js';

/** Characters of a client's refusal that are repeated. */
const maximalReason = 200;

const kinds: { readonly [method in Question['method']]: QuestionKind } = {
  'elicitation/create': 'elicit',
  'sampling/createMessage': 'sample',
  'roots/list': 'roots',
};

/**
 * Asks in the legacy era: with a request to the client, on the way that the answer to the client's own request takes.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#requests
 */
export class LegacyDialog implements Dialog {
  readonly #exchange: Exchange;
  readonly #questions: OpenQuestions;

  constructor(exchange: Exchange, questions: OpenQuestions) {
    this.#exchange = exchange;
    this.#questions = questions;
  }

  async put(question: Question): Promise<JsonObject> {
    const { method, fallback, isOptional, timeoutMs } = question;
    if (this.#exchange.channel.ask === undefined) return refuseUnless(isOptional, fallback);
    let { params } = question;
    for (let retry = 0; retry <= maximalRetries; retry += 1) {
      const reply = await this.#send(method, params, timeoutMs);
      if (reply === 'unsent') return refuseUnless(isOptional, fallback);
      const reading = isJsonObject(reply?.result) ? question.read(reply.result) : undefined;
      if (reading === undefined) return settleFor(fallback, method, reply);
      if ('answer' in reading) return reading.answer;
      params = withReason(question.params, reading.misfit);
    }
    return settleFor(fallback, method, undefined);
  }

  /** Nothing to be undone: the handler runs only once, and may catch it. */
  async refuse(required: JsonObject): Promise<never> {
    const names = Object.entries(required).flatMap(([name, modes]) => [name, ...Object.keys(modes as JsonObject)]);
    throw new Error(`The client cannot be asked: it has not declared the capability ${names.join('.')}`);
  }

  step(_name: string, run: () => Promise<string | undefined>): Promise<string | undefined> {
    return run();
  }

  /** Asks, and waits for the answer; there is none when the request is cancelled, nor when input or time is up. */
  #send(
    method: Question['method'],
    params: JsonObject | undefined,
    timeoutMs: number,
  ): Promise<Response | 'unsent' | undefined> {
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
      const giveUp = (reason: string): void => {
        if (!isOpen) return;
        settle(undefined);
        exchange.channel.send(encodeNotification('notifications/cancelled', JSON.stringify({ requestId: id, reason })));
      };
      const timer = setTimeout(() => giveUp('No answer came in time'), timeoutMs);
      const settle = (response: Response | undefined): void => {
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

function refuseUnless(isOptional: boolean, fallback: JsonObject | undefined): JsonObject {
  if (isOptional && fallback !== undefined) return fallback;
  throw new Error('The client cannot be asked: it has no way to answer');
}

function settleFor(fallback: JsonObject | undefined, method: string, reply: Response | undefined): JsonObject {
  if (fallback !== undefined) return fallback;
  if (reply === undefined) throw new Error(`The client gave no answer to ${method}`);
  const { error } = reply;
  const message = isJsonObject(error) && typeof error['message'] === 'string' ? error['message'] : undefined;
  if (message === undefined) throw new Error(`The client's answer to ${method} cannot be used`);
  throw new Error(`The client refused ${method}: ${message.slice(0, maximalReason)}`);
}

/** Requests of a server to its client, by the beginning of their ids. */
export type QuestionKind = 'elicit' | 'sample' | 'roots';

/** Answers that are kept until their question is asked, and their characters. */
const maximalEarly = 256;
const maximalEarlyCharacters = 256 * 1024;

/**
 * The questions of one connection: gives them their ids, and ties answers to them. An answer may come before its question,
 * when input was written in advance; it is kept for it.
 */
export class OpenQuestions {
  readonly #counts = { elicit: 0, sample: 0, roots: 0 };
  readonly #open = new Map<RequestId, (response: Response | undefined) => void>();
  readonly #early = new Map<RequestId, Response>();
  #earlyCharacters = 0;
  #hasEnded: boolean;

  /** @param hasEnded There is no more input: only answers that came early count. */
  constructor(hasEnded: boolean) {
    this.#hasEnded = hasEnded;
  }

  /** The id of a new question: `elicit_1`, `elicit_2`, … */
  issueId(kind: QuestionKind): string {
    this.#counts[kind] += 1;
    return `${kind}_${this.#counts[kind]}`;
  }

  /** Whether there can be an answer: it is there, or there is more to come. */
  canBeAnswered(id: string): boolean {
    return !this.#hasEnded || this.#early.has(id);
  }

  /** Waits for the answer; `undefined` when there will be none. */
  wait(id: string, take: (response: Response | undefined) => void): void {
    const early = this.#early.get(id);
    if (early !== undefined) this.#earlyCharacters -= countCharacters(early);
    this.#early.delete(id);
    if (early !== undefined || this.#hasEnded) take(early);
    else this.#open.set(id, take);
  }

  /** Nobody waits for the answer any more. */
  forget(id: string): void {
    this.#open.delete(id);
  }

  /** Takes an answer; one that belongs to nothing is dropped. */
  settle(response: Response): void {
    const { id } = response;
    if (typeof id !== 'string') return;
    const take = this.#open.get(id);
    this.#open.delete(id);
    if (take !== undefined) take(response);
    else if (this.#isToCome(id)) this.#keep(id, response);
  }

  /** There is no more input. */
  end(): void {
    this.#hasEnded = true;
    for (const take of this.#open.values()) take(undefined);
    this.#open.clear();
  }

  #isToCome(id: string): boolean {
    const [, kind, number] = /^(elicit|sample|roots)_([1-9]\d{0,8})$/u.exec(id) ?? [];
    return kind !== undefined && Number(number) > this.#counts[kind as QuestionKind];
  }

  #keep(id: string, response: Response): void {
    const characters = countCharacters(response);
    const isTooMuch = this.#early.size >= maximalEarly || this.#earlyCharacters + characters > maximalEarlyCharacters;
    if (isTooMuch || this.#early.has(id)) return;
    this.#earlyCharacters += characters;
    this.#early.set(id, response);
  }
}

/** What is nested too deeply to be counted is too much. */
function countCharacters(response: Response): number {
  try {
    return JSON.stringify(response).length;
  } catch {
    return Infinity;
  }
}
