/** Callbacks of a {@link Link}. */
export interface LinkEvents {
  /**
   * Called with each message of the server, as text on one line.
   *
   * @param request Id of the request whose response brought the message; absent when the transport does not tell.
   */
  readonly received: (text: string, request?: unknown) => void;
  /**
   * Called when a request will get no answer, such as after a network error.
   *
   * @param status HTTP status of the response, if there was one.
   */
  readonly failed: (id: unknown, reason: string, status?: number) => void;
  /** Called once when the connection has ended, unless it was closed. */
  readonly ended: (reason: string) => void;
}

/** HTTP headers of a message; transports without headers ignore them. */
export type LinkHeaders = { readonly [name: string]: string };

/** One connection to a server, which carries messages as texts, unchanged. */
export interface Link {
  /**
   * Sends a message.
   *
   * @returns What the transport did instead of sending the message; `undefined` when it was sent.
   */
  send(text: string, headers: LinkHeaders): string | undefined;
  /** Ends the connection. Resolves when the server has noticed. */
  close(): Promise<void> | void;
}
