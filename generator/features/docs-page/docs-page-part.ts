import { PartKey } from '../../core/model/part-key.js';

/** Docs page of a server at `/`: `open` is served only without authentication, `public` always. Absent without a page. */
export const docsPagePart = new PartKey<'open' | 'public'>('docsPage');
