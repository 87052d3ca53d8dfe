import { pairByKey, type EntryChanges } from '../../feature-kit/changes/change.js';
import { wellKnownChanges } from './changes.js';
import type { WellKnownText } from './well-known-part.js';

/** Reports differences between the texts served under `/.well-known/`. */
export function diffTexts(
  changes: EntryChanges,
  old: readonly WellKnownText[] = [],
  recent: readonly WellKnownText[] = [],
): void {
  for (const [name, one, other] of pairByKey(old, recent, (text) => text.name)) {
    const path = ['wellKnown', name];
    if (!other)
      changes.add(wellKnownChanges['well-known-removed'], `\`/.well-known/${name}\` is gone`, path, { side: 'old' });
    else if (!one) changes.add(wellKnownChanges['well-known-added'], `\`/.well-known/${name}\` is new`, path);
    else if (one.text !== other.text)
      changes.add(wellKnownChanges['well-known-changed'], `\`/.well-known/${name}\` changed`, path);
  }
}
