/** Export for `generated/env-file.ts`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Most folders that are searched for `.env`. */
const maxFolders = 4;

/**
 * Sets the environment variables that `.env` of the project has and that are not set yet. The file is in the folder of the module, or in one
 * above it, up to the nearest one with a `package.json`. The working directory does not matter: a host chooses it.
 *
 * @param module URL of a module: of the built server, or of the generated code. One that is no file is ignored.
 */
export function loadEnvFile(module: string | undefined): void {
  if (module?.startsWith('file:') !== true) return;
  let folder = path.dirname(fileURLToPath(module));
  for (let count = 1; count <= maxFolders; count++) {
    const file = path.join(folder, '.env');
    if (existsSync(file)) {
      process.loadEnvFile(file);
      return;
    }
    // `dist/` has one where packages stay outside of the bundle.
    if (count > 1 && existsSync(path.join(folder, 'package.json'))) return;
    folder = path.dirname(folder);
  }
}
