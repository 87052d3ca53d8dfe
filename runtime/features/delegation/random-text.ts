import { encodeBase64Url } from '../../wire/base64.js';

/** A text of 256 random bits, which may stand in a URL and in a cookie. */
export function randomText(): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}
