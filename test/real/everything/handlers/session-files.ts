/** Files that tools have made, by name. */
export const sessionFiles = new Map<string, Uint8Array>();

/** URI of a file that a tool has made. */
export function sessionUri(name: string): string {
  return `demo://resource/session/${encodeURIComponent(name)}`;
}
