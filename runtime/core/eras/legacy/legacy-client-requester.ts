import type { Exchange } from '../../exchange/exchange.js';
import {
  lackOf,
  maxRetries,
  noResponse,
  RefusalError,
  requestFailure,
  withReason,
  type ClientRequest,
  type ClientRequester,
} from '../../exchange/client-requester.js';
import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { encodeNotification, type RequestId, type Response } from '../../../wire/json-rpc.js';

/** Maximum length of a client's refusal in an error message, in characters. */
const maxReason = 200;
/** Maximum number of early responses, and maximum total number of their characters. */
const maxEarly = 256;
const maxEarlyCharacters = 256 * 1024;

/** Reason for the error if the client has no stream for server requests. */
const noBackChannel = 'the client has no stream for server requests';

/** Prefixes of the ids of client requests, by method. */
const idPrefixes = {
  'elicitation/create': 'elicit',
  'sampling/createMessage': 'sample',
  'roots/list': 'roots',
} as const;

type Method = ClientRequest['method'];

function rejectReply(method: string, reply: Response | undefined): never {
  if (reply === undefined) throw noResponse(method);
  const { error } = reply;
  const message = isJsonObject(error) && typeof error['message'] === 'string' ? error['message'] : undefined;
  if (message === undefined) throw new RefusalError(`The client sent an invalid response to ${method}`);
  throw new RefusalError(`The client refused ${method}: ${message.slice(0, maxReason)}`);
}

/**
 * Open client requests of one connection, each on the channel of the request that it belongs to. A response can arrive
 * before its request if the whole input was written in advance; it is kept until the request is sent.
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
   * @param hasEnded Whether the input has ended, so that only early responses count.
   * @param mark Part of the ids, if other processes send requests to the same client. It makes early responses
   *   impossible.
   */
  constructor(hasEnded: boolean, mark?: string) {
    this.#hasEnded = hasEnded;
    this.#mark = mark;
  }

  /** Creates the requester for a request of the client. The handler runs only once, so steps are not stored. */
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
   * Sends a client request, even before `notifications/initialized`: clients that send requests are ready, and some
   * never send that notification.
   *
   * @returns The response; the reason why the request was not sent; `undefined` if the request or the input ended, or
   *   the timeout elapsed, before a response arrived.
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
      exchange.beforeClose(() => cancel('The originating request has ended'));
    });
  }

  /** Creates the id of a client request: `elicit_1`, `elicit_2`, …; with a mark `elicit_<mark>_1`, … */
  #issueId(method: Method): string {
    const prefix = idPrefixes[method];
    this.#counts[prefix] += 1;
    return [prefix, ...(this.#mark === undefined ? [] : [this.#mark]), this.#counts[prefix]].join('_');
  }

  /** Takes a response. Drops responses that belong to no open or future request. */
  settle(response: Response): void {
    const { id } = response;
    if (typeof id !== 'string') return;
    const settle = this.#open.get(id);
    if (settle !== undefined) settle(response);
    else if (this.#isToCome(id)) this.#keep(id, response);
  }

  /** Called when the input has ended. */
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

/** Encodes a client request. */
function encodeRequest(id: string, method: string, params: JsonObject | undefined): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}
