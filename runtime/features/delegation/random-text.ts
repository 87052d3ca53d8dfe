import { encodeBase64Url } from '../../wire/base64.js';

/** Returns a string of 256 random bits, which is valid in URLs and cookies. */
export function randomText(): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}
