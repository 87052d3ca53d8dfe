import { isServed, toolsetsPart } from './toolsets-part.js';
import type { EntryChanges } from '../../feature-kit/changes/change.js';
import type { Versions } from '../../feature-kit/changes/diff-lists.js';
import type { ComparedEntry } from '../../feature-kit/feature.js';
import { toolsetsChanges } from './changes.js';

/** Reports changes in the toolsets of a tool, and in whether it is served by default. */
export function diffServed(changes: EntryChanges, old: ServedEntry, recent: ServedEntry, versions: Versions): void {
  const [did, does] = [isServed(old, versions.old), isServed(recent, versions.recent)];
  const path = [(old.isInactive ?? false) === (recent.isInactive ?? false) ? 'toolset' : 'enabled'];
  if (did && !does) changes.add(toolsetsChanges['tool-withheld'], 'is no longer served by default', path);
  else if (does && !did) changes.add(toolsetsChanges['tool-served'], 'is served by default now', path);
  diffToolsets(changes, toolsetsPart.of(old), toolsetsPart.of(recent));
}

/** Entry that can be in toolsets: a tool. Other entries are always served. */
type ServedEntry = Pick<ComparedEntry, 'isInactive' | 'parts'>;

/** Reports changed toolsets. A tool without toolsets is served whatever toolsets the user selects. */
function diffToolsets(
  changes: EntryChanges,
  old: readonly string[] | undefined,
  recent: readonly string[] | undefined,
): void {
  const left = recent === undefined ? [] : (old?.filter((toolset) => !recent.includes(toolset)) ?? recent);
  const joined = old === undefined ? [] : (recent?.filter((toolset) => !old.includes(toolset)) ?? old);
  const path = ['toolset'];
  if (left.length > 0) {
    const message = old === undefined ? `is only served with ${quote(left)} now` : `is no longer in ${quote(left)}`;
    changes.add(toolsetsChanges['toolset-left'], message, path);
  }
  if (joined.length > 0) {
    const message = recent === undefined ? 'is served with all toolsets now' : `is in ${quote(joined)} now`;
    changes.add(toolsetsChanges['toolset-joined'], message, path);
  }
}

function quote(toolsets: readonly string[]): string {
  const names = toolsets.map((toolset) => `\`${toolset}\``).join(', ');
  return `the toolset${toolsets.length === 1 ? '' : 's'} ${names}`;
}
