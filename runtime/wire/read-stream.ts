import { joinBytes } from './join-bytes.js';

/** Bytes of a stream, up to a limit. */
export interface ReadBytes {
  readonly bytes: Uint8Array;
  /** Whether the stream is longer than the limit. */
  readonly isCut: boolean;
}

/**
 * Reads the body of a request or a response. Stops after `maxBytes`.
 *
 * @param chunks List to which bytes are added as they arrive, for callers that use them if reading fails.
 */
export async function readStream(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  chunks: Uint8Array[] = [],
): Promise<ReadBytes> {
  if (body === null) return { bytes: new Uint8Array(), isCut: false };
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { bytes: joinBytes(chunks), isCut: false };
    chunks.push(value);
    size += value.length;
    if (size > maxBytes) {
      reader.cancel().catch(() => {});
      return { bytes: joinBytes(chunks).subarray(0, maxBytes), isCut: true };
    }
  }
}
