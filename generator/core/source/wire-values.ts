import { isBase64 } from './read-values.js';

/** Whether a string is an absolute URI. @see https://www.rfc-editor.org/rfc/rfc3986#section-4.3 */
export function isAbsoluteUri(text: string): boolean {
  const isUri = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/u.test(text);
  return isUri && URL.canParse(text);
}

/** Whether a string is an absolute `https:` or `http:` URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//iu.test(text) && isAbsoluteUri(text);
}

/** Whether a string is a valid icon `src`: an image URL or a `data:` URI. */
export function isIconSource(text: string): boolean {
  const [, type, base64, data = ''] =
    /^data:(image\/[^,;]*)(?:;(?!base64,)[^,;]*)*(;base64)?,([^]*)$/iu.exec(text) ?? [];
  if (type === undefined) return isWebUrl(text);
  return isMediaType(type) && (base64 === undefined || isBase64(data));
}

/** Whether a string has the syntax of a media type, with or without parameters. */
export function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;[^]*)?$/u.test(text);
}

/** Whether a string is a date, or a date and time, in the ISO 8601 extended format. */
export function isTimestamp(text: string): boolean {
  const [, date, time] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/u.exec(text) ?? [];
  if (date === undefined) return false;
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(date)) return false;
  return time === undefined || /^T(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60))?(?!:)/u.test(time);
}

/** Whether a string is a valid `_meta` key. @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta */
export function isMetaKey(text: string): boolean {
  return metaKey.test(text);
}

const prefix = String.raw`(?:[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?\/`;
const metaKey = new RegExp(String.raw`^(?:${prefix})?(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?)?$`, 'u');
