import { mkdirSync } from 'node:fs';
import path from 'node:path';

/** Folder for everything that a run creates or installs. Git ignores it, and it can be deleted at any time. */
export const cacheFolder = path.join(import.meta.dirname, '..', '.cache');

// Makes the folder look like the root of a repository: Prettier options above it must not apply to the measured
// projects.
mkdirSync(path.join(cacheFolder, '.git'), { recursive: true });
