const encoder = new TextEncoder();

/** Number of bytes of a text as UTF-8. */
export function byteLength(text: string): number {
  return /[^ -~]/u.test(text) ? encoder.encode(text).length : text.length;
}
