import { randomUUID } from 'node:crypto';
import type { TextSink } from '../../../runtime/wire/framing/frame-reader.js';
import { NewlineReader } from '../../../runtime/wire/framing/framing.js';
import type { JsonObject } from '../../../runtime/wire/json.js';
import { jsonCodec } from '../../../runtime/wire/peer/json-codec.js';
import {
  idKey,
  parseMessages,
  paramsOf,
  subscriptionOf,
  toLine,
  type JsonMessage,
} from '../../../runtime/wire/peer/json-message.js';
import type { LinkEvents } from '../../../runtime/wire/peer/link.js';
import { Peer, type PeerError } from '../../../runtime/wire/peer/peer.js';
import { decodeLossily } from '../links/decode-lossily.js';
import type { ListName } from './server-lists.js';
import { startProcess, type ProcessOptions, type ServerProcess } from './server-process.js';

/** Client request that has no response yet. */
export interface PendingRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: JsonObject;
  /** Message as received. */
  readonly text: string;
}

/** Whether a request opens a subscription, which stays open until either side ends it. */
export function isSubscription({ method }: PendingRequest): boolean {
  return method === 'subscriptions/listen';
}

/** Milliseconds from `stop` until a server is killed. */
const stopTimeoutMs = 3000;

/** Maximum number of characters to show of a line that is not a message. */
const maxShownLine = 200;

/** Server process on stdio, with the open requests between it and the client. Each line is a message. */
export class ServerInstance {
  /** Called with every message that is not a response to {@link ask}. */
  onMessage: (line: string) => void = () => {};
  /** Resolves with an exit code or signal as text when the process has ended and all its output was read. */
  readonly ended: Promise<string>;
  /** Client requests by id key. */
  readonly pending = new Map<string, PendingRequest>();
  /** Original ids of the server's requests to the client, by rewritten id key. */
  readonly clientRequests = new Map<string, unknown>();
  /** Lists that the server has announced as changed. */
  readonly changed = new Set<ListName>();
  /** Whether a newer server has replaced this one, so that it gets no new requests. */
  isReplaced = false;
  /** Number of the server among the servers that became ready, from 1. */
  number = 0;
  readonly #process: ServerProcess;
  /** Peer for the proxy's own requests. Client messages bypass it. */
  readonly #peer: Peer<JsonObject>;
  readonly #ownPrefix = `dev-${randomUUID()}-`;
  #toPeer: LinkEvents | undefined;
  /** Subscriptions that an earlier server has acknowledged to the client. */
  readonly #acknowledged = new Set<string>();

  readonly #report: (text: string) => void;
  #hasReported = false;

  /**
   * @param script Absolute path of the server's module.
   * @param report Called with a message for the user about the first stdout line that is not a message.
   */
  constructor(script: string, options: ProcessOptions, report: (text: string) => void) {
    this.#report = report;
    this.#process = startProcess([script], options, ['pipe', 'pipe', 'inherit'], stopTimeoutMs);
    const { child, ended } = this.#process;
    const reader = new NewlineReader(Infinity, decodeLossily);
    const sink: TextSink = {
      text: (text) => this.#receive(toLine(text)),
      malformed: (reason) => this.#reportLine(reason),
    };
    child.stdout?.on('data', (chunk: Buffer) => reader.push(chunk, sink));
    // The process may end before it has read all its input.
    child.stdin?.on('error', () => {});
    this.#peer = new Peer({
      open: (events) => {
        this.#toPeer = events;
        return { send: (text) => this.send(text), close: () => {} };
      },
      codec: jsonCodec,
      nameId: (number) => `${this.#ownPrefix}${number}`,
    });
    this.ended = ended.then((how) => {
      this.#peer.end(how);
      return how;
    });
  }

  /** Sends a client message to the server. */
  send(text: string): undefined {
    this.#process.child.stdin?.write(`${text}\n`);
  }

  /**
   * Sends a request of the proxy. Resolves with an empty object after an error, and with `undefined` if the process
   * exits before it responds.
   */
  ask(method: string, params: JsonObject): Promise<JsonObject | undefined> {
    return this.#peer.request(method, params).catch(({ code }: PeerError) => (code === undefined ? undefined : {}));
  }

  /** Stops or starts reading the server's output. */
  setPaused(isPaused: boolean): void {
    if (isPaused) this.#process.child.stdout?.pause();
    else this.#process.child.stdout?.resume();
  }

  /** Closes the server's stdin, after which it finishes open requests and exits. */
  endInput(): void {
    this.#process.child.stdin?.end();
  }

  /** Stops the process, and kills it after a timeout. */
  stop(): void {
    this.#process.stop();
  }

  /** Takes over a subscription from an earlier server. */
  resume(request: PendingRequest): void {
    this.pending.set(idKey(request.id), request);
    this.#acknowledged.add(idKey(request.id));
    this.send(request.text);
  }

  /** Adapts a server message for the client; `undefined` if the client must not see it. */
  translate(text: string, message: JsonMessage): string | undefined {
    const { id } = message;
    if (message.method === undefined) {
      const isPending = this.pending.delete(idKey(id));
      return isPending || !this.isReplaced ? text : undefined;
    }
    if (id === undefined) return this.#translateNotification(text, message);
    this.clientRequests.set(idKey(this.#showId(id)), id);
    return JSON.stringify({ ...message, id: this.#showId(id) });
  }

  /** Rewrites the id of a server request, because every server counts from 1 and the client needs unique ids. */
  #showId(id: unknown): string {
    return `${this.number}:${String(id)}`;
  }

  #translateNotification(text: string, message: JsonMessage): string | undefined {
    const params = paramsOf(message);
    const { method } = message;
    const requestId = this.#showId(params['requestId']);
    if (method === 'notifications/cancelled' && this.clientRequests.has(idKey(requestId)))
      return JSON.stringify({ ...message, params: { ...params, requestId } });
    if (this.isReplaced) {
      const isOfRequest = method === 'notifications/progress' || method === 'notifications/message';
      return isOfRequest && subscriptionOf(message) === undefined ? text : undefined;
    }
    const [, list] = /^notifications\/(tools|prompts|resources)\/list_changed$/u.exec(String(method)) ?? [];
    if (list !== undefined) this.changed.add(list as ListName);
    const isRepeated =
      method === 'notifications/subscriptions/acknowledged' &&
      this.#acknowledged.delete(idKey(subscriptionOf(message)));
    return isRepeated ? undefined : text;
  }

  #receive(line: string): void {
    const messages = parseMessages(line);
    if (messages.length === 0) return this.#reportLine(line);
    const [message] = line.startsWith('[') ? [] : messages;
    const isOwn = message?.method === undefined && String(message?.id).startsWith(this.#ownPrefix);
    if (isOwn) this.#toPeer?.received(line);
    else this.onMessage(line);
  }

  #reportLine(line: string): void {
    if (this.#hasReported || line.trim() === '') return;
    this.#hasReported = true;
    const shown = line.slice(0, maxShownLine).replaceAll(/\p{Cc}/gu, ' ');
    this.#report(`The server wrote a line to stdout that is not a JSON-RPC message. Write logs to stderr: ${shown}`);
  }
}
