import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Module that defines the formats of generated validators. */
export const formatsModule = 'ajv-formats/dist/formats';

/**
 * Reads the source of {@link formatsModule}.
 *
 * The CLI bundle contains the source as a constant: see `cli/bundle/print-modules.ts`.
 */
export function readFormats(): string {
  return readFileSync(createRequire(import.meta.url).resolve(formatsModule), 'utf8');
}
