import { control, toHeaderBytes, token } from './build-request.js';
import { ForwardError } from '../../core/results/forward-error.js';
import type { Pair } from './serialize-style.js';

/** Headers that cannot be set, because they determine the target, the length or the cookies of the request. */
const locked =
  /^(?:accept-encoding|connection|content-.*|cookie|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/u;
/**
 * Maximum number of headers, and maximum number of characters in a name and in a value: servers accept about 16 kB of
 * headers.
 */
const maxHeaders = 50;
const maxName = 256;
const maxValue = 8192;

/**
 * Checks headers from user code. Messages contain header names, never values.
 *
 * @param headers Values by name. Unknown, because handlers may not be type-checked.
 * @returns Names in lower case, with values as bytes.
 * @throws ForwardError for a value that is not an object of headers, and for a header that cannot be set.
 */
export function checkHeaders(headers: unknown): readonly Pair[] {
  // An instance of `Headers` or a map has no own properties, so nothing would be sent.
  if (typeof headers !== 'object' || headers === null || Symbol.iterator in headers) {
    throw new ForwardError('`headers` must be an object with string values');
  }
  const entries = Object.entries(headers);
  if (entries.length > maxHeaders) throw new ForwardError(`\`headers\` must not have more than ${maxHeaders} entries`);
  return entries.map(([key, value]: [string, unknown]): Pair => {
    const name = key.toLowerCase();
    const shown = JSON.stringify(key.slice(0, 64));
    if (name.length > maxName || !token.test(name)) throw new ForwardError(`${shown} is not a valid header name`);
    if (locked.test(name))
      throw new ForwardError(`The header ${shown} cannot be set, because the request determines it`);
    return [name, toHeaderBytes(checkText(`The header ${shown}`, value))];
  });
}

/**
 * Checks a string that becomes part of a header.
 *
 * @param subject Subject of the message, which does not contain the value.
 * @throws ForwardError for a value that is not a string of 1 to 8192 characters, and for control characters.
 */
export function checkText(subject: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new ForwardError(`${subject} must be a non-empty string`);
  if (value.length > maxValue) throw new ForwardError(`${subject} must not be longer than ${maxValue} characters`);
  if (control.test(value))
    throw new ForwardError(`${subject} must not contain control characters, such as line breaks`);
  return value;
}
