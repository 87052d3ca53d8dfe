import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Module with the formats of generated validators. */
export const formatsModule = 'ajv-formats/dist/formats';

/**
 * Reads the text of {@link formatsModule}.
 *
 * The CLI bundle has the text as a constant: see `cli/bundle/print-modules.ts`.
 */
export function readFormats(): string {
  return readFileSync(createRequire(import.meta.url).resolve(formatsModule), 'utf8');
}
