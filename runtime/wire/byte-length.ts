const encoder = new TextEncoder();

/** Returns the length of a string in UTF-8 bytes. */
export function byteLength(text: string): number {
  return /[^ -~]/u.test(text) ? encoder.encode(text).length : text.length;
}
