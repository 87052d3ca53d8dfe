import { control, toHeaderBytes, token } from './build-request.js';
import { ForwardError } from '../../core/results/forward-error.js';
import type { Pair } from './serialize-style.js';

/** Headers that follow from the request, because they determine its target, its length or its cookies. */
const locked =
  /^(?:accept-encoding|connection|content-.*|cookie|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/u;
/**
 * Maximum number of headers, and maximum number of characters of a name and of a value: servers accept about 16 kB of
 * headers.
 */
const maxHeaders = 50;
const maxName = 256;
const maxValue = 8192;

/**
 * Checks headers of the user's code. Messages name headers, never their values.
 *
 * @param headers Values by name; handlers may not be type-checked.
 * @returns Names in lower case, and values as bytes.
 * @throws ForwardError for a value that is not an object of headers, and for a header that cannot be set.
 */
export function checkHeaders(headers: unknown): readonly Pair[] {
  // An instance of `Headers` or a map has no own properties, so nothing would be sent.
  if (typeof headers !== 'object' || headers === null || Symbol.iterator in headers) {
    throw new ForwardError('`headers` must be an object of texts');
  }
  const entries = Object.entries(headers);
  if (entries.length > maxHeaders) throw new ForwardError(`\`headers\` must not have more than ${maxHeaders} entries`);
  return entries.map(([key, value]: [string, unknown]): Pair => {
    const name = key.toLowerCase();
    const shown = JSON.stringify(key.slice(0, 64));
    if (name.length > maxName || !token.test(name)) throw new ForwardError(`${shown} is not the name of a header`);
    if (locked.test(name)) throw new ForwardError(`The header ${shown} cannot be set: it follows from the request`);
    return [name, toHeaderBytes(checkText(`The header ${shown}`, value))];
  });
}

/**
 * Checks a text that becomes a part of a header.
 *
 * @param subject Begins the message, which does not contain the value.
 * @throws ForwardError for a value that is not a text of 1 to 8192 characters, and for control characters.
 */
export function checkText(subject: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new ForwardError(`${subject} must be a text that is not empty`);
  if (value.length > maxValue) throw new ForwardError(`${subject} must not be longer than ${maxValue} characters`);
  if (control.test(value)) throw new ForwardError(`${subject} must not hold control characters, such as line breaks`);
  return value;
}
