import type { ServerResponse } from 'node:http';
import type { HostEvent } from './host-event.js';
import type { Link } from '../../../../runtime/wire/peer/link.js';
import type { OpenLink } from './link.js';

/** Maximum number of events, and of characters in them, kept for a page that is briefly disconnected. */
const maxKept = 1000;
const maxKeptCharacters = 32 * 1024 * 1024;

/** Maximum number of open connections of a page. */
const maxConnections = 10;

/** Thrown if a page refers to something that does not exist; the message names it. */
export class TabError extends Error {
  override readonly name = 'TabError';
}

/**
 * Open page in a browser, with its event stream and its connections to the server. Tabs share no connections.
 *
 * @see docs/decisions/0026-the-dev-ui-speaks-mcp-itself.md
 */
export class BrowserTab {
  readonly #openLink: OpenLink;
  readonly #links = new Map<number, Link>();
  #lastConnection = 0;
  #stream: ServerResponse | undefined;
  /** Latest events, for resumed streams. The newest event has the number {@link #eventCount}. */
  #kept: string[] = [];
  #keptCharacters = 0;
  #eventCount: number;

  /**
   * @param last Number of the last event that the page has seen from a tab that has since been closed; 0 if there is none. Later events
   *   have higher numbers.
   */
  constructor(openLink: OpenLink, last: number) {
    this.#openLink = openLink;
    this.#eventCount = last;
  }

  /**
   * Sends missed and later events to a response.
   *
   * @param last Number of the last event that the page received, or 0.
   * @param onCut Called when the tab's current stream breaks.
   */
  attach(response: ServerResponse, last: number, onCut: () => void): void {
    this.#stream?.end();
    this.#stream = response;
    const missed = Math.min(this.#eventCount - last, this.#kept.length);
    for (const event of missed > 0 ? this.#kept.slice(-missed) : []) response.write(event);
    response.on('close', () => {
      if (this.#stream !== response) return;
      this.#stream = undefined;
      onCut();
    });
  }

  emit(event: HostEvent): void {
    this.#eventCount += 1;
    const text = `id: ${this.#eventCount}\ndata: ${JSON.stringify(event)}\n\n`;
    this.#kept.push(text);
    this.#keptCharacters += text.length;
    while (this.#kept.length > maxKept || (this.#keptCharacters > maxKeptCharacters && this.#kept.length > 1)) {
      this.#keptCharacters -= this.#kept.shift()?.length ?? 0;
    }
    this.#stream?.write(text);
  }

  /**
   * Opens a connection.
   *
   * @param connection Number chosen by the page, so that it can tell which connection an event belongs to, even if
   *   the event arrives before the response to its request.
   * @throws {TabError} if there are too many connections, or the number was used before
   */
  open(connection: number): void {
    if (connection <= this.#lastConnection) throw new TabError(`The connection number ${connection} was already used.`);
    if (this.#links.size >= maxConnections) {
      throw new TabError(`Too many connections (${maxConnections}). Reload the page.`);
    }
    this.#lastConnection = connection;
    const link = this.#openLink({
      received: (text, request) => {
        const event = { kind: 'message', connection, direction: 'received', time: Date.now(), text } as const;
        this.emit(request === undefined ? event : { ...event, request });
      },
      failed: (id, reason, status) =>
        this.emit({ kind: 'failed', connection, id, reason, ...(status !== undefined && { status }) }),
      start: (text) => this.emit({ kind: 'report', report: { topic: 'start', text } }),
      replaced: (files) => this.emit({ kind: 'replaced', connection, files }),
      ended: (reason) => {
        this.#links.delete(connection);
        this.emit({ kind: 'ended', connection, reason });
      },
    });
    this.#links.set(connection, link);
  }

  /**
   * Sends a message from the page.
   *
   * @throws {TabError} if there is no such connection
   */
  send(connection: number, text: string, headers: { readonly [name: string]: string }): void {
    const link = this.#links.get(connection);
    if (link === undefined) throw new TabError(`Connection ${connection} no longer exists.`);
    const time = Date.now();
    const instead = link.send(text, headers);
    const event = { kind: 'message', connection, direction: 'sent', time, text } as const;
    this.emit(instead === undefined ? event : { ...event, instead });
  }

  /** Closes a connection, if it exists. */
  closeConnection(connection: number): void {
    void this.#links.get(connection)?.close();
    this.#links.delete(connection);
  }

  /** Closes the stream and all connections. */
  close(): void {
    for (const link of this.#links.values()) void link.close();
    this.#links.clear();
    this.#stream?.end();
    this.#stream = undefined;
  }
}
