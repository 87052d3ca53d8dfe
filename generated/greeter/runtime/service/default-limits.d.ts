/** Bytes that one message may have. */
export declare const defaultMaxMessageBytes: number;
/** Milliseconds that running requests get when the server stops. */
export declare const defaultDrainMs = 10000;
