import type { Exchange } from '../exchange/exchange.js';
import { maximalRetries, withReason, type Dialog, type Question } from '../interaction/dialog.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { encodeNotification, encodeRequest, type Response } from '../protocol/json-rpc.js';
import type { OpenQuestions, QuestionKind } from './open-questions.js';

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
