import type { Channel, Exchange } from '../exchange/exchange.js';
import { byteLength } from '../../wire/byte-length.js';
import {
  classify,
  encodeError,
  isModernRequest,
  type Incoming,
  type MessageText,
  type RequestId,
} from '../../wire/json-rpc.js';
import { refuse } from './refuse.js';

/** Maximum number of entries in a batch. */
const maxEntries = 1000;

/** Maximum number of requests of a batch that are served concurrently, because each can have a large result. */
const maxRunning = 16;

/** Maximum total bytes of the results of a batch, which are kept until the batch is complete. */
const maxBytes = 8 * 1024 * 1024;

/** Error code of a request whose result does not fit into the response to its batch. */
const tooLarge = -32000;

/**
 * Serves the entries of a batch and sends all responses in one array when the last one is ready. A request whose result
 * exceeds the limit gets an error; after that, no further request of the batch is started.
 *
 * @param accept Serves one entry.
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#batching
 */
export function acceptBatch(
  entries: readonly unknown[],
  channel: Channel,
  accept: (incoming: Incoming, channel: Channel) => void,
): void {
  if (entries.length === 0) return refuse(channel, undefined, 'a batch must not be empty');
  if (entries.length > maxEntries) return refuse(channel, undefined, `a batch can have at most ${maxEntries} entries`);
  const response = new BatchResponse(entries.length, channel);
  const ids = new Set<RequestId>();
  for (const entry of entries) {
    const incoming = classify(entry);
    const reason = findEntryProblem(incoming, ids);
    const entryChannel = response.openChannel();
    if (incoming.kind !== 'request' || reason === undefined) accept(incoming, entryChannel);
    else refuse(entryChannel, incoming.id, reason);
  }
}

/** Waiting request of a batch. */
interface WaitingEntry {
  readonly exchange: Exchange;
  readonly serve: () => void;
}

/** Response to a batch, collected while its entries are served. */
class BatchResponse {
  readonly #channel: Channel;
  readonly #responses: MessageText[] = [];
  /** Number of entries without a response. */
  #open: number;
  #bytes = 0;
  /** Whether a result exceeded the limit. */
  #isFull = false;
  readonly #waiting: WaitingEntry[] = [];
  #started = 0;
  #running = 0;
  #isStarting = false;

  constructor(count: number, channel: Channel) {
    this.#open = count;
    this.#channel = channel;
  }

  /** Opens the channel of an entry. */
  openChannel(): Channel {
    const channel = this.#channel;
    const { http, auth, peer, socket } = channel;
    let served: Exchange | undefined;
    return {
      send: (message) => channel.send(message),
      respond: (response) => {
        this.#add(served === undefined ? response : this.#fit(response, served));
        if (served === undefined) return;
        this.#running -= 1;
        // In a microtask, so that closing a connection cancels the waiting requests before one of them starts.
        if (!this.#isStarting) queueMicrotask(() => this.#start());
      },
      ...(channel.ask && { ask: (message: MessageText) => channel.ask?.(message) === true }),
      schedule: (exchange, serve) => {
        this.#waiting.push({
          exchange,
          serve: () => {
            served = exchange;
            this.#running += 1;
            serve();
          },
        });
        this.#start();
      },
      http,
      auth,
      peer,
      socket,
    };
  }

  /** Starts requests in order. The loop, not a request that completes synchronously, starts the next one. */
  #start(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    while (this.#running < maxRunning && this.#started < this.#waiting.length) {
      const next = this.#waiting[this.#started];
      this.#started += 1;
      if (next === undefined || next.exchange.isClosed) continue;
      if (this.#isFull) next.exchange.close(encodeTooLarge(next.exchange.id, 'was not served'), tooLarge);
      else next.serve();
    }
    this.#isStarting = false;
  }

  /** Returns the response to a request, or an error if the result exceeds the limit. */
  #fit(response: MessageText | undefined, { id }: Exchange): MessageText | undefined {
    if (response === undefined) return undefined;
    const bytes = measure(response);
    if (this.#bytes + bytes > maxBytes) {
      this.#isFull = true;
      return encodeTooLarge(id, 'was served, but its result is omitted');
    }
    this.#bytes += bytes;
    return response;
  }

  #add(response: MessageText | undefined): void {
    if (response !== undefined) this.#responses.push(response);
    this.#open -= 1;
    if (this.#open === 0) this.#channel.respond(this.#responses.length === 0 ? undefined : joinBatch(this.#responses));
  }
}

function measure(response: MessageText): number {
  if (typeof response === 'string') return byteLength(response);
  return response.reduce((sum, part) => sum + (typeof part === 'string' ? byteLength(part) : part.length), 0);
}

function encodeTooLarge(id: RequestId, fate: string): string {
  const limit = `The results of a batch can have at most ${maxBytes} bytes in total.`;
  return encodeError(id, tooLarge, `${limit} This request ${fate}: send it on its own, or in a smaller batch`);
}

/** Returns why an entry is not allowed in the batch; `undefined` if it is. */
function findEntryProblem(incoming: Incoming, ids: Set<RequestId>): string | undefined {
  if (incoming.kind !== 'request') return undefined;
  if (ids.has(incoming.id)) return 'ids must be unique within a batch';
  ids.add(incoming.id);
  if (incoming.method === 'initialize') return '"initialize" must not be part of a batch';
  return isModernRequest(incoming) ? 'this protocol version does not support batches' : undefined;
}

function joinBatch(responses: readonly MessageText[]): MessageText {
  return [...responses.flatMap((response, index) => [index === 0 ? '[' : ',', response].flat()), ']'];
}
