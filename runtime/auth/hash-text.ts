import { encodeBase64Url } from '../protocol/base64.js';

const encoder = new TextEncoder();

/** SHA-256 of a text, as base64url without padding. */
export async function hashText(text: string): Promise<string> {
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))));
}
