import { encodeBase64Url } from './base64.js';

const encoder = new TextEncoder();

/** Computes the SHA-256 of a string, as base64url without padding. */
export function hashText(text: string): Promise<string> {
  return hashBytes(encoder.encode(text));
}

/** Computes the SHA-256 of bytes, as base64url without padding. */
export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
