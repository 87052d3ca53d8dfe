import type { ServerCacheModel } from '../../core/model/model.js';
import type { EntryChanges } from './change.js';

/** Reports the difference between two cache settings. */
export function diffCache(
  changes: EntryChanges,
  old: ServerCacheModel | undefined,
  recent: ServerCacheModel | undefined,
): void {
  changes.addValue('cache-changed', 'cache', old && showCache(old), recent && showCache(recent));
}

function showCache({ ttlMs, scope, kinds = {} }: ServerCacheModel): string {
  const others = Object.entries(kinds).map(([kind, hints]) => `${kind}: ${showCache(hints)}`);
  return [`${ttlMs} ms, ${scope}`, ...others].join('; ');
}
