import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RenderTemplate } from '../code/templates.js';
import { findPackageRoot } from './find-package-root.js';
import { loadTemplates } from './load-templates.js';
import { readPackageVersion } from './package-version.js';

/** Version, templates and definition schema of this package. */
export interface PackageFiles {
  readonly version: string;
  readonly render: RenderTemplate;
  /** JSON Schema of the definition format, serialized. */
  readonly definitionSchema: string;
}

/** Reads the JSON Schema of the definition format. */
export function readDefinitionSchema(): { readonly $defs: object } {
  return JSON.parse(readDefinitionText()) as { readonly $defs: object };
}

function readDefinitionText(): string {
  return readFileSync(path.join(findPackageRoot(), 'templates', 'definition.schema.json'), 'utf8');
}

/** Reads the version and the templates of this package. Later calls return the cached result. */
export function loadPackage(): PackageFiles {
  cached ??= { version: readPackageVersion(), render: loadTemplates(), definitionSchema: readDefinitionText() };
  return cached;
}

let cached: PackageFiles | undefined;
