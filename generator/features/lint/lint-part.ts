import { PartKey } from '../../core/model/part-key.js';

/** Codes of the rules that the definition turns off: for a tool, or for the whole server. */
export const lintOffPart = new PartKey<readonly string[]>('lint off');
