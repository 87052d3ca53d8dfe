import { mkdirSync } from 'node:fs';
import path from 'node:path';

/** Where everything lies that is made or installed for a run; git ignores it, and it may be deleted at any time. */
export const cacheFolder = path.join(import.meta.dirname, '..', '.cache');

// As the root of a repository: the options of Prettier above it belong to this repository, not to the projects that are measured.
mkdirSync(path.join(cacheFolder, '.git'), { recursive: true });
