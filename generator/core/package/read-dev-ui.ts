import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPackageRoot } from './find-package-root.js';

/** The built Dev UI in this package. */
interface BuiltDevUi {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** Reads the Dev UI, which exists only after the package is built. */
export function readDevUi(): BuiltDevUi {
  const file = path.join(findPackageRoot(), 'dist', 'generator', 'bundled', 'dev-ui.json');
  return JSON.parse(readFileSync(file, 'utf8')) as BuiltDevUi;
}
