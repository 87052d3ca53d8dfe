import { joinBytes } from '../join-bytes.js';
import type { MessageText } from '../json-rpc.js';
import { parseJson } from '../parse-json.js';

/**
 * How messages are separated on a byte stream: one per line, as MCP specifies, or each after a `Content-Length` header, as
 * language servers do.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export type Framing = 'newline' | 'content-length';

/** Receiver of the texts of messages, in the order of the stream. */
export interface TextSink {
  /** Called with the text of each message. */
  text(text: string): void;
  /** Called for bytes that are no message; the decoder continues after them. */
  malformed(reason: string): void;
}

/** Receiver of messages. */
export interface MessageSink {
  /** Called with each message, parsed. */
  message(value: unknown): void;
  malformed(reason: string): void;
}

/** Decodes UTF-8. Returns `undefined` for bytes that are refused. */
export type DecodeText = (bytes: Uint8Array) => string | undefined;

/** Decoder of one framing. */
export interface FrameReader {
  /** Reads the next bytes of the stream, which may end anywhere. */
  push(chunk: Uint8Array, sink: TextSink): void;
  /** Called at the end of the stream. */
  end(sink: TextSink): void;
}

// A byte order mark is skipped only at the start of the stream, by `Decoder`.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Frames a message for a byte stream. JSON text without white space contains no line end. */
export function frameMessage(message: MessageText, framing: Framing): MessageText {
  if (framing === 'newline') return typeof message === 'string' ? `${message}\n` : [...message, '\n'];
  const bytes = joinBytes(message);
  return [`Content-Length: ${bytes.length}\r\n\r\n`, bytes];
}

/** Decodes UTF-8. Returns `undefined` for invalid bytes. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const bytewise = new TextDecoder('latin1');

/** Decodes one character per byte, so that offsets in the text are offsets in the bytes. */
export function latin1(bytes: Uint8Array): string {
  return bytewise.decode(bytes);
}

/** Passes the text of one message on; `undefined` stands for invalid UTF-8. */
export function passText(text: string | undefined, sink: TextSink): void {
  if (text === undefined) sink.malformed('Invalid UTF-8');
  else sink.text(text);
}

/** Makes the sink of texts that parses them. */
export function parseInto(sink: MessageSink): TextSink {
  return {
    text(text) {
      let value: unknown;
      try {
        value = parseJson(text);
      } catch {
        return sink.malformed('Invalid JSON');
      }
      sink.message(value);
    },
    malformed: (reason) => sink.malformed(reason),
  };
}

/** Error message for a message that is longer than the limit. */
export function tooLong(maxMessageBytes: number): string {
  return `Message longer than ${maxMessageBytes} bytes`;
}
