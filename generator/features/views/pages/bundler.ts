import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePage } from './bundle-page.js';

/**
 * Bundles the page of a view without building the server. Tests and unbundled servers import this module as
 * `create-mcp-from-schema/bundler`.
 *
 * @param entry URL of the page's entry file.
 * @throws {PageError} for a view with errors
 */
export async function bundleHtml(entry: string): Promise<string> {
  const file = fileURLToPath(entry);
  const root = findProject(path.dirname(file));
  const { html } = await bundlePage(root, path.relative(root, file));
  return html;
}

/** Returns the nearest parent folder with a `package.json`; the folder itself if there is none. */
function findProject(folder: string): string {
  for (let above = folder; ; above = path.dirname(above)) {
    if (existsSync(path.join(above, 'package.json'))) return above;
    if (path.dirname(above) === above) return folder;
  }
}
