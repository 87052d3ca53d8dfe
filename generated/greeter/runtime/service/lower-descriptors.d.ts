import type { Places } from '../api/definition.js';
import type { EncodedList } from './lists.js';
import { type DescriptorKind, type Revision } from '../protocol/revisions.js';
/**
 * Descriptors in the words of a revision that does not know all that stands in them.
 *
 * @param all Where they stand.
 * @returns Their text, with commas between them.
 */
export declare function lowerDescriptors(kind: DescriptorKind, { bytes }: EncodedList, all: readonly Places[], revision: Revision): string;
