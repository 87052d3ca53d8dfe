import type { Entry } from './client.js';

/** Link that opens a client and offers to install a server. */
interface InstallLink {
  /** Link that opens the client directly. */
  readonly direct: string;
  /** HTTPS redirect to `direct`, for sites such as GitHub that remove links with other schemes. */
  readonly web: string;
}

/**
 * Returns the VS Code link, which contains the object that `code --add-mcp` takes, as JSON.
 * @see https://code.visualstudio.com/docs/copilot/guides/mcp-developer-guide#_mcp-url-handler
 */
export function linkVsCode(name: string, entry: Entry): InstallLink {
  const direct = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry }))}`;
  return { direct, web: `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(direct)}` };
}

/**
 * Returns the Cursor link, which contains the server entry as Base64-encoded JSON. Non-ASCII characters are escaped in
 * the JSON, because Base64 decoders may not decode UTF-8.
 * @see https://cursor.com/docs/context/mcp/install-links
 * @see https://forum.cursor.com/t/install-link-generator-for-mcp-servers-produces-invalid-config-parameter/128080
 */
export function linkCursor(name: string, entry: Entry): InstallLink {
  const json = JSON.stringify(entry).replaceAll(/[^ -~]/gu, escapeUnits);
  const query = `name=${encodeURIComponent(name)}&config=${encodeURIComponent(btoa(json))}`;
  return {
    direct: `cursor://anysphere.cursor-deeplink/mcp/install?${query}`,
    web: `https://cursor.com/en/install-mcp?${query}`,
  };
}

function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'))
    .join('');
}
