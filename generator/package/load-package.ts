import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RenderTemplate } from '../code/templates.js';
import type { GeneratedFile } from '../code/generated-file.js';
import { findPackageRoot } from './find-package-root.js';
import { loadTemplates } from './load-templates.js';
import { readFilesBelow } from './read-files-below.js';

/** What the generator takes from its own package. */
export interface PackageFiles {
  readonly version: string;
  readonly render: RenderTemplate;
  /** The compiled runtime, `.js` and `.d.ts`, relative to its folder. */
  readonly runtimeFiles: readonly GeneratedFile[];
}

/** Version of this package. */
export function readPackageVersion(): string {
  const text = readFileSync(path.join(findPackageRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/**
 * Reads templates and runtime, once: the package that runs stays as it is.
 *
 * @throws Error when the runtime was not built (in a checkout: `npm run build`).
 */
export function loadPackage(): PackageFiles {
  known ??= readPackage();
  return known;
}

let known: PackageFiles | undefined;

function readPackage(): PackageFiles {
  const runtimeFiles = readFilesBelow(path.join(findPackageRoot(), 'dist', 'runtime'), /\.(js|d\.ts)$/u);
  if (runtimeFiles.length === 0)
    throw new Error('The runtime is not built: run `npm run build` in the checkout first.');
  return { version: readPackageVersion(), render: loadTemplates(), runtimeFiles };
}
