import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileTemplates, type RenderTemplate } from '../code/templates.js';
import { findPackageRoot } from './find-package-root.js';

/**
 * Reads and compiles the templates of this package.
 *
 * The CLI bundle replaces this module with precompiled templates: see `cli/bundle/print-modules.ts`.
 */
export function loadTemplates(): RenderTemplate {
  return compileTemplates(readTemplates());
}

/** Reads all template sources, by path below `templates/` without extension. */
export function readTemplates(): ReadonlyMap<string, string> {
  const folder = path.join(findPackageRoot(), 'templates');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.hbs'));
  return new Map(
    files
      .toSorted()
      .map((file) => [
        file.slice(0, -'.hbs'.length).replaceAll(path.sep, '/'),
        readFileSync(path.join(folder, file), 'utf8'),
      ]),
  );
}
