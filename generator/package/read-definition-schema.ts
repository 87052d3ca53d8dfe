import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPackageRoot } from './find-package-root.js';

/** The JSON Schema of the definition format, as far as something depends on its shape. */
export interface DefinitionSchema {
  readonly $defs: object;
}

/** Reads the JSON Schema of the definition format. */
export function readDefinitionSchema(): DefinitionSchema {
  const file = path.join(findPackageRoot(), 'templates', 'definition.schema.json');
  return JSON.parse(readFileSync(file, 'utf8')) as DefinitionSchema;
}
