/** Exports for `generated/env-file.ts`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Maximum number of folders that are searched for `.env`. */
const maxFolders = 4;

/**
 * Sets the environment variables in the project's `.env` that are not already set. The file is searched in the module's
 * folder and its parents, up to the nearest folder with a `package.json`. The working directory is ignored, because the
 * client chooses it.
 *
 * @param module URL of a module: of the built server, or of the generated code. Ignored if it is not a file.
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
    // `dist/` has a `package.json` if packages are not bundled.
    if (count > 1 && existsSync(path.join(folder, 'package.json'))) return;
    folder = path.dirname(folder);
  }
}
