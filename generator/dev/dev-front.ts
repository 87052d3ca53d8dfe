/** What faces the client while servers come and go behind it. */
export interface DevFront {
  /** Starts a new version of the server. */
  replace(code: string): void;
  /** Resolves when no version is about to start. */
  whenSettled(): Promise<void>;
  /** Resolves when the client has no more to say. Over HTTP it never does. */
  readonly inputEnded: Promise<void>;
  /**
   * Answers what there is to answer and ends all servers.
   *
   * @returns Whether there was a server to answer it.
   */
  finish(): Promise<boolean>;
  /** Ends all servers, with what they have begun only. */
  stop(): Promise<void>;
}
