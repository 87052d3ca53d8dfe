import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Module of the formats that generated validators require. */
export const formatsModule = 'ajv-formats/dist/formats';

/**
 * Reads the text of {@link formatsModule}.
 *
 * The bundle of the command line holds the text as a constant: see `bundle/print-modules.ts`.
 */
export function readFormats(): string {
  return readFileSync(createRequire(import.meta.url).resolve(formatsModule), 'utf8');
}
