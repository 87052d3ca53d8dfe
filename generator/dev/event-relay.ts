import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendCall, type HttpCall, type SentCall } from './http-call.js';
import { parseMessages } from './json-message.js';

/**
 * An event stream that a client keeps open while servers come and go behind it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server
 */
export class EventRelay {
  /** What opens the stream at a server. */
  readonly call: HttpCall;
  readonly #response: ServerResponse;
  #sent: SentCall | undefined;
  #unfinished = '';

  constructor(call: HttpCall, response: ServerResponse) {
    this.call = call;
    this.#response = response;
    response.on('close', () => this.#sent?.cancel());
  }

  /** Whether events can be sent. */
  get isOpen(): boolean {
    return this.#response.headersSent && !this.#response.writableEnded && !this.#response.destroyed;
  }

  /** Sends a message of our own. */
  send(message: object): void {
    if (this.isOpen) this.#response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  /** Goes on at another server; what the first one said at the beginning is not said again. */
  async attach(port: number, call: HttpCall = this.call): Promise<void> {
    this.#sent?.cancel();
    const sent = sendCall(port, call);
    this.#sent = sent;
    this.#unfinished = '';
    const isFirst = !this.#response.headersSent;
    let answer: IncomingMessage;
    try {
      answer = await sent.answer;
    } catch {
      // It has ended; the next one is on its way.
      return;
    }
    const isStream = String(answer.headers['content-type']).startsWith('text/event-stream');
    if (isFirst) this.#response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (isFirst && isStream) this.#response.flushHeaders();
    if (!isStream) {
      if (isFirst) answer.pipe(this.#response);
      else this.#response.end();
      return;
    }
    answer.setEncoding('utf8').on('data', (text: string) => this.#pass(text, isFirst));
    // An end that was not broken off is meant for the client.
    answer.on('end', () => sent === this.#sent && this.#response.end());
    answer.on('error', () => {});
  }

  /** Lets go of the server; the client stays. */
  detach(): void {
    const sent = this.#sent;
    this.#sent = undefined;
    sent?.cancel();
  }

  /** Passes whole events on: where a server is left, none is half said. */
  #pass(text: string, isFirst: boolean): void {
    const events = `${this.#unfinished}${text}`.split('\n\n');
    this.#unfinished = events.pop() ?? '';
    for (const event of events) {
      if (isFirst || !isAcknowledgement(event)) this.#response.write(`${event}\n\n`);
    }
  }
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#acknowledgment */
function isAcknowledgement(event: string): boolean {
  const data = event.split('\n').find((line) => line.startsWith('data:'));
  const [message] = data === undefined ? [] : parseMessages(data.slice('data:'.length));
  return message?.method === 'notifications/subscriptions/acknowledged';
}
