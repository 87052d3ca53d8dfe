import type { ListKind, ServerDefinition } from '../api/definition.js';
/** What identifies the entries of a list, in the order of the definition. */
export declare function listKeys(definition: ServerDefinition, kind: ListKind): readonly string[];
