import { PartKey } from '../../core/model/part-key.js';

/** Set if the server serves its card next to the endpoint. */
export const serverCardPart = new PartKey<true>('serverCard');
