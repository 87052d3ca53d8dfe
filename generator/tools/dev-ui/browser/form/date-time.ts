/** Returns whether a date input can show a string; the input looks empty for other strings. */
export function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * Returns the UTC offset of a date-time (RFC 3339); `undefined` if a local time input cannot show the date-time, for
 * example because it has microseconds.
 */
export function offsetOf(text: string): string | undefined {
  const [, date, time, offset] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)(Z|[+-]\d{2}:\d{2})$/u.exec(text) ?? [];
  return date !== undefined && isDate(date) && !Number.isNaN(Date.parse(`${date}T${time}Z`)) ? offset : undefined;
}
