const encoder = new TextEncoder();

/** Length of a text in bytes of UTF-8. */
export function byteLength(text: string): number {
  return /[^ -~]/u.test(text) ? encoder.encode(text).length : text.length;
}
