import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RenderTemplate } from '../code/templates.js';
import { findPackageRoot } from './find-package-root.js';
import { loadTemplates } from './load-templates.js';

/** Version and templates of this package. */
export interface PackageFiles {
  readonly version: string;
  readonly render: RenderTemplate;
}

/** Version of this package. */
export function readPackageVersion(): string {
  const text = readFileSync(path.join(findPackageRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** Reads the version and the templates of this package. Later calls return the result of the first. */
export function loadPackage(): PackageFiles {
  known ??= { version: readPackageVersion(), render: loadTemplates() };
  return known;
}

let known: PackageFiles | undefined;
