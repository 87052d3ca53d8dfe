/** Callbacks of a {@link Link}. */
export interface LinkEvents {
  /**
   * Called with each message of the server, as text.
   *
   * @param request Id of the request whose response brought the message; absent when the transport does not tell.
   */
  readonly received: (text: string, request?: unknown) => void;
  /**
   * Called when a request of the page will get no answer, such as after a network error.
   *
   * @param status HTTP status of the response, if there was one.
   */
  readonly failed: (id: unknown, reason: string, status?: number) => void;
  /** Called when the server does not start, with the reason, and with an empty text when it has started. */
  readonly start: (problem: string) => void;
  /** Called when a new version of the server has taken over, with the files of the project that have changed. */
  readonly replaced: (files: readonly string[]) => void;
  /** Called once when the connection has ended, unless the page has closed it. */
  readonly ended: (reason: string) => void;
}

/** One connection to a server. The messages of the page travel over it unchanged. */
export interface Link {
  /**
   * Sends a message.
   *
   * @param headers HTTP headers `Mcp-Param-…` of the message; other transports ignore them.
   * @returns What the transport did instead of sending the message; `undefined` when it was sent.
   */
  send(text: string, headers: { readonly [name: string]: string }): string | undefined;
  close(): void;
}

/** Opens a connection. Problems are reported through the events. */
export type OpenLink = (events: LinkEvents) => Link;

/** Bytes of one message of a server at most. */
export const maximalMessage = 64 * 1024 * 1024;
