import { compileTemplates, type RenderTemplate } from '../code/templates.js';
import { findPackageRoot } from './find-package-root.js';
import path from 'node:path';
import { readFilesBelow } from './read-files-below.js';

/**
 * Reads and compiles the templates of this package.
 *
 * The bundle of the command line has printed code in the place of this module: see `bundle/`.
 */
export function loadTemplates(): RenderTemplate {
  return compileTemplates(readTemplates());
}

/** The text of all templates by path below `templates/`, without extension. */
export function readTemplates(): ReadonlyMap<string, string> {
  const files = readFilesBelow(path.join(findPackageRoot(), 'templates'), /\.hbs$/u);
  return new Map(files.map((file) => [file.path.slice(0, -'.hbs'.length), file.content]));
}
