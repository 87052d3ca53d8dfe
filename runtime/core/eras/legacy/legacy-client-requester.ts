import type { Exchange } from '../../exchange/exchange.js';
import {
  lackOf,
  maxRetries,
  RefusalError,
  requestFailure,
  withReason,
  type ClientRequester,
  type ClientRequest,
} from '../../exchange/client-requester.js';
import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { encodeNotification, type RequestId, type Response } from '../../../wire/json-rpc.js';
import { VisibleError } from '../../api/errors.js';

/** Maximum length of a client's refusal in an error message, in characters. */
const maxReason = 200;
/** Maximum number of early answers that are kept, and the maximum of their characters. */
const maxEarly = 256;
const maxEarlyCharacters = 256 * 1024;

/** Reason why a client cannot be asked: it has no stream for requests of the server. */
const noBackChannel = 'the client has no stream for server requests';

/** First part of the ids of a server's requests to its client, by method. */
const idPrefixes = {
  'elicitation/create': 'elicit',
  'sampling/createMessage': 'sample',
  'roots/list': 'roots',
} as const;

type Method = ClientRequest['method'];

function rejectReply(method: string, reply: Response | undefined): never {
  if (reply === undefined) throw new VisibleError(`The client did not respond to ${method}`);
  const { error } = reply;
  const message = isJsonObject(error) && typeof error['message'] === 'string' ? error['message'] : undefined;
  if (message === undefined) throw new RefusalError(`The client sent an invalid response to ${method}`);
  throw new RefusalError(`The client refused ${method}: ${message.slice(0, maxReason)}`);
}

/**
 * The open questions of one connection: requests to the client, on the channel of its own request. An answer may come before
 * its question, when the whole input was written in advance; it is kept until the question is asked.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#requests
 */
export class OpenRequests {
  readonly #counts = { elicit: 0, sample: 0, roots: 0 };
  readonly #open = new Map<RequestId, (response: Response | undefined) => void>();
  readonly #early = new Map<RequestId, Response>();
  #earlyCharacters = 0;
  #hasEnded: boolean;
  readonly #mark: string | undefined;

  /**
   * @param hasEnded The input has ended: only answers that came early count.
   * @param mark Part of the ids, where other processes ask the same client. No client can know such an id early.
   */
  constructor(hasEnded: boolean, mark?: string) {
    this.#hasEnded = hasEnded;
    this.#mark = mark;
  }

  /** The dialog of a request that the client has sent. The handler runs only once, so no step has to be remembered. */
  openRequester(exchange: Exchange): ClientRequester {
    return {
      send: (clientRequest) => this.#send(exchange, clientRequest),
      refuse: async (required) => {
        throw lackOf(required);
      },
      step: (_name, run) => run(),
    };
  }

  async #send(exchange: Exchange, clientRequest: ClientRequest): Promise<JsonObject> {
    const { method, fallback, isOptional } = clientRequest;
    let { params } = clientRequest;
    for (let retries = 0; ; retries += 1) {
      const reply = await this.#ask(exchange, { ...clientRequest, params });
      if (typeof reply === 'string') {
        if (isOptional === true && fallback !== undefined) return fallback;
        throw requestFailure(method, reply);
      }
      const reading = isJsonObject(reply?.result) ? clientRequest.read(reply.result) : undefined;
      if (reading !== undefined && 'result' in reading) return reading.result;
      if (reading === undefined || retries === maxRetries) return fallback ?? rejectReply(method, reply);
      params = withReason(clientRequest.params, reading.problem);
    }
  }

  /**
   * Sends a question, also before `notifications/initialized`: a client that makes requests has begun to operate, and some never send
   * that notification.
   *
   * @returns The response; the reason why the question was not sent; `undefined` when no answer came before the request was
   *   cancelled, or input or time ended.
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
   */
  async #ask(
    exchange: Exchange,
    { method, params, timeoutMs, span }: ClientRequest,
  ): Promise<Response | string | undefined> {
    const { channel } = exchange;
    const id = this.#issueId(method);
    const early = this.#early.get(id);
    if (exchange.isClosed || (this.#hasEnded && early === undefined)) return undefined;
    span?.setRequestId(id);
    const carrier = span?.carrier ?? {};
    const meta = { ...(params?.['_meta'] as JsonObject | undefined), ...carrier };
    const sent = Object.keys(carrier).length === 0 ? params : { ...params, _meta: meta };
    if (channel.ask?.(encodeRequest(id, method, sent)) !== true) return noBackChannel;
    if (early !== undefined) {
      this.#early.delete(id);
      this.#earlyCharacters -= countCharacters(early);
      return early;
    }
    return new Promise((resolve) => {
      const cancel = (reason: string): void => {
        if (!this.#open.has(id)) return;
        settle(undefined);
        channel.send(encodeNotification('notifications/cancelled', JSON.stringify({ requestId: id, reason })));
      };
      const timer = setTimeout(() => cancel('Timed out'), timeoutMs);
      const settle = (response: Response | undefined): void => {
        clearTimeout(timer);
        this.#open.delete(id);
        resolve(response);
      };
      this.#open.set(id, settle);
      exchange.beforeClose(() => cancel('The request that it belongs to is over'));
    });
  }

  /** The id of a new question: `elicit_1`, `elicit_2`, …; with a mark `elicit_<mark>_1`, … */
  #issueId(method: Method): string {
    const prefix = idPrefixes[method];
    this.#counts[prefix] += 1;
    return [prefix, ...(this.#mark === undefined ? [] : [this.#mark]), this.#counts[prefix]].join('_');
  }

  /** Takes an answer. An answer to no question, open or yet to come, is dropped. */
  settle(response: Response): void {
    const { id } = response;
    if (typeof id !== 'string') return;
    const settle = this.#open.get(id);
    if (settle !== undefined) settle(response);
    else if (this.#isToCome(id)) this.#keep(id, response);
  }

  /** The input has ended. */
  end(): void {
    this.#hasEnded = true;
    for (const settle of this.#open.values()) settle(undefined);
  }

  #isToCome(id: string): boolean {
    const [, prefix, number] = /^(elicit|sample|roots)_([1-9]\d{0,8})$/u.exec(id) ?? [];
    return prefix !== undefined && Number(number) > this.#counts[prefix as 'elicit' | 'sample' | 'roots'];
  }

  #keep(id: string, response: Response): void {
    const characters = countCharacters(response);
    const isTooMuch = this.#early.size >= maxEarly || this.#earlyCharacters + characters > maxEarlyCharacters;
    if (isTooMuch || this.#early.has(id)) return;
    this.#earlyCharacters += characters;
    this.#early.set(id, response);
  }
}

function countCharacters(response: Response): number {
  return JSON.stringify(response).length;
}

/** JSON text of a request of the server to its client. */
function encodeRequest(id: string, method: string, params: JsonObject | undefined): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}
