const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes UTF-8, replacing invalid bytes with U+FFFD. */
export function decodeLossily(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
