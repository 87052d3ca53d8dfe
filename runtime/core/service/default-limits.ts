/** Default maximum size of a message, in bytes. */
export const defaultMaxMessageBytes = 16 * 1024 * 1024;

/** Default time that running requests get when the server stops, in milliseconds. */
export const defaultShutdownTimeoutMs = 10_000;

/** Default maximum size of a page of a list, in bytes: clients that read one page alone get the whole list of nearly every server. */
export const defaultPageBytes = 2 * 1024 * 1024;
