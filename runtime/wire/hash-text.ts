import { encodeBase64Url } from './base64.js';

const encoder = new TextEncoder();

/** SHA-256 of a text, as base64url without padding. */
export function hashText(text: string): Promise<string> {
  return hashBytes(encoder.encode(text));
}

/** SHA-256 of bytes, as base64url without padding. */
export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
