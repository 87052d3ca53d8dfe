import path from 'node:path';

/** Where everything lies that is made or installed for a run; git ignores it, and it may be deleted at any time. */
export const cacheFolder = path.join(import.meta.dirname, '..', '.cache');
