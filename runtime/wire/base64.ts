/** Bytes per piece: a multiple of 3, so that pieces can be joined, and small enough for an argument list. */
const pieceBytes = 24_576;

/** Node's `Buffer`, which other platforms lack. */
interface Buffers {
  from(bytes: ArrayBufferLike, start: number, length: number): { toString(encoding: 'base64'): string };
}

/** Encodes bytes as Base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const { Buffer: buffers } = globalThis as { readonly Buffer?: Buffers };
  // 30 times faster than the fallback.
  if (buffers !== undefined) return buffers.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  let text = '';
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + pieceBytes)));
  }
  return text;
}

/** Encodes bytes as base64url without padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes base64url without padding; `undefined` for an invalid or non-canonical string. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/u.test(text) || text.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
  return encodeBase64Url(bytes) === text ? bytes : undefined;
}
