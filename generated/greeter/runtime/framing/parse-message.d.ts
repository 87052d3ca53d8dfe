import type { DecoderSink } from './framing.js';
/** Decodes UTF-8, strictly; `undefined` for bytes that are none. */
export declare function decodeText(bytes: Uint8Array): string | undefined;
/** Parses the text of one message and hands it on; JSON that is none is told to the sink. */
export declare function parseMessage(text: string | undefined, sink: DecoderSink): void;
