/** Bytes that one message may have. */
export const defaultMaxMessageBytes = 16 * 1024 * 1024;
/** Milliseconds that running requests get when the server stops. */
export const defaultDrainMs = 10_000;
