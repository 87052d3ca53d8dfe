import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findPackageRoot } from './find-package-root.js';

/** Reads the version of this package. */
export function readPackageVersion(): string {
  const text = readFileSync(path.join(findPackageRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** Whether this package was installed from a registry. `build/mark-published.mjs` marks published packages. */
export function isPublished(): boolean {
  return existsSync(path.join(findPackageRoot(), 'dist', 'published'));
}
