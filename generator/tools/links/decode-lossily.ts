const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes UTF-8 with U+FFFD for invalid bytes. */
export function decodeLossily(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
