/** Default maximum size of a message, in bytes. */
export const defaultMaxMessageBytes = 16 * 1024 * 1024;

/** Default time for running requests to complete on shutdown, in milliseconds. */
export const defaultShutdownTimeoutMs = 10_000;

/**
 * Default maximum size of a page of a list, in bytes: enough for the complete list of nearly every server, because some
 * clients read one page only.
 */
export const defaultPageBytes = 2 * 1024 * 1024;
