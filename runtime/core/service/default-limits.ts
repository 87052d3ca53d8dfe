/** Default maximum size of a message, in bytes. */
export const defaultMaxMessageBytes = 16 * 1024 * 1024;

/** Default timeout for running requests on shutdown, in milliseconds. */
export const defaultShutdownTimeoutMs = 10_000;

/**
 * Default maximum size of a list page, in bytes. The complete list of nearly every server fits, because some clients
 * read only one page.
 */
export const defaultPageBytes = 2 * 1024 * 1024;
