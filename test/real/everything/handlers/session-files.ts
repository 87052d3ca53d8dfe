/** Files that tools have made, by name. */
export const sessionFiles = new Map<string, Uint8Array>();
