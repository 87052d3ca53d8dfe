import { PartKey } from '../../core/model/part-key.js';

/** The server serves its card next to the endpoint. */
export const cardPart = new PartKey<true>('card');
