const longest = 64;
const pattern = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/u;
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/u;
const taken = new Set(['create-mcp-from-schema', 'esbuild', 'typescript', 'node_modules', 'favicon.ico']);

/**
 * Explains why a name is not a valid project name, which is also the name of an npm package, a file and a server.
 * Returns `undefined` for a valid name.
 */
export function explainName(name: string): string | undefined {
  if (name.length > longest) return `A name can have at most ${longest} characters.`;
  if (!pattern.test(name)) {
    return 'A name consists of a-z, 0-9, dots, hyphens and underscores, and begins and ends with a letter or digit.';
  }
  if (devices.test(name)) return 'Windows does not allow files with this name.';
  if (taken.has(name)) return 'This name is reserved.';
  return undefined;
}

/** Derives a name from a folder (`My Server` → `my-server`); `undefined` if that is impossible. */
export function deriveName(folder: string): string | undefined {
  const name = folder
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^a-z0-9._-]+/gu, '-')
    .slice(0, longest)
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/gu, '');
  return explainName(name) === undefined ? name : undefined;
}

/** Derives a title from a name: `my-server` → `My server`. */
export function deriveTitle(name: string): string {
  const words = name.replace(/[._-]+/gu, ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
