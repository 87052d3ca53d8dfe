import { joinBytes } from '../protocol/join-bytes.js';

/** Body of an answer, up to a limit. */
export interface ReadBody {
  readonly bytes: Uint8Array;
  /** True when the body is longer than the limit. */
  readonly isCut: boolean;
}

/** Reads the body of an answer, decompressed. Stops after `maxBytes`. */
export async function readBody(response: Response, maxBytes: number): Promise<ReadBody> {
  const { body } = response;
  if (body === null) return { bytes: new Uint8Array(), isCut: false };
  const chunks: Uint8Array[] = [];
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
