import { PartKey } from '../../core/model/part-key.js';

/** Page about a server at `/`: `open` where nobody has to say who he is, `public` always. Without it: none. */
export const pagePart = new PartKey<'open' | 'public'>('page');
