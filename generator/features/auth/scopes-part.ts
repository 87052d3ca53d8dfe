import { PartKey } from '../../core/model/part-key.js';
import { textsAt } from '../../core/source/read-values.js';
import type { SourceNode } from '../../core/source/source-node.js';
import type { ScopeModel } from './auth-part.js';

/** Scopes that a caller of an entry needs in addition to `requiredScopes`. */
export const scopesPart = new PartKey<readonly string[]>('scopes');

/** Scopes that API documents describe. */
export const documentedScopes = new PartKey<readonly ScopeModel[]>('documented scopes');

/** Adds scopes to an entry; returns the entry unchanged if there are none. */
export function withScopes<Entry extends object>(entry: Entry, scopes: readonly string[] = []): Entry {
  return scopes.length > 0 ? scopesPart.on(entry, scopes) : entry;
}

/** Reads `scopes` of a tool, prompt, resource, template or skill. */
export function readScopes<Entry extends object>(entry: Entry, node: SourceNode): Entry {
  return withScopes(entry, textsAt(node, 'scopes'));
}
