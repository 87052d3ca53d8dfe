import { PartKey } from '../../core/model/part-key.js';

/**
 * Docs page of a server at `/`: `open` is served only without authentication, `public` always. Absent if there is no
 * page.
 */
export const docsPagePart = new PartKey<'open' | 'public'>('docsPage');
