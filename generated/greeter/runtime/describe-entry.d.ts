import type { ServerDefinition } from './definition.js';
import { type Revision } from './revisions.js';
/** The lists of a server. */
export type ListKind = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';
/** An entry of a list, by what identifies it. */
export interface ListEntry {
    readonly key: string;
    /** JSON text of the entry in the words of a revision. */
    describe(revision: Revision): string;
}
/** The entries of a list, in the order of the definition. */
export declare function listEntries(definition: ServerDefinition, kind: ListKind): readonly ListEntry[];
