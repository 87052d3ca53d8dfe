/** Callbacks of a {@link Link}. */
export interface LinkEvents {
  /**
   * Called with each message from the server, as text on one line.
   *
   * @param request Id of the request whose response contained the message; absent if the transport does not provide it.
   */
  readonly received: (text: string, request?: unknown) => void;
  /**
   * Called if a request will get no response, such as after a network error.
   *
   * @param status HTTP status of the response, if there was one.
   */
  readonly failed: (id: unknown, reason: string, status?: number) => void;
  /** Called once when the connection has ended, unless it was closed. */
  readonly ended: (reason: string) => void;
}

/** HTTP headers of a message; transports without headers ignore them. */
export type LinkHeaders = { readonly [name: string]: string };

/** Connection to a server that carries messages as text. */
export interface Link {
  /**
   * Sends a message.
   *
   * @returns Description of what the transport did instead of sending the message; `undefined` if the message was sent.
   */
  send(text: string, headers: LinkHeaders): string | undefined;
  /** Closes the connection. Resolves when the server has noticed. */
  close(): Promise<void> | void;
}
