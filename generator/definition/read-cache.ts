import { childOf, stringAt, type SourceNode } from '../source/source-node.js';
import type { CacheModel } from '../model/model.js';
import { numberAt, objectAt } from '../resolve/resolution.js';

/**
 * The freshness hints of a server or a resource; `undefined` when it gives none.
 *
 * @param defaultScope Who may keep a result when the definition does not say.
 */
export function readCache(node: SourceNode | undefined, defaultScope: CacheModel['scope']): CacheModel | undefined {
  if (!objectAt(node, 'cache')) return undefined;
  const cache = childOf(node, 'cache');
  const scope = stringAt(cache, 'scope');
  return {
    ttlMs: numberAt(cache, 'ttlMs') ?? 0,
    scope: scope === 'public' || scope === 'private' ? scope : defaultScope,
  };
}
