import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPackageRoot } from './find-package-root.js';

/** The Dev UI as the package has it. */
interface BuiltDevUi {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** Reads the Dev UI. It exists once the package is built. */
export function readDevUi(): BuiltDevUi {
  const file = path.join(findPackageRoot(), 'dist', 'generator', 'bundled', 'dev-ui.json');
  return JSON.parse(readFileSync(file, 'utf8')) as BuiltDevUi;
}
