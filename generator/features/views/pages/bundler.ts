import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePage } from './bundle-page.js';

/**
 * Makes the page of a view outside of a build: tests and servers that run without one import this module by the name
 * `create-mcp-from-schema/bundler`.
 *
 * @param entry URL of the file that the page is made of.
 * @throws {PageError} for a view with errors
 */
export async function bundleHtml(entry: string): Promise<string> {
  const file = fileURLToPath(entry);
  const root = findProject(path.dirname(file));
  const { html } = await bundlePage(root, path.relative(root, file));
  return html;
}

/** Folder of the next `package.json` above; the folder itself when there is none. */
function findProject(folder: string): string {
  for (let above = folder; ; above = path.dirname(above)) {
    if (existsSync(path.join(above, 'package.json'))) return above;
    if (path.dirname(above) === above) return folder;
  }
}
