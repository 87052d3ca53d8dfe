import { pairByKey, type EntryChanges } from '../../feature-kit/changes/change.js';
import type { ChangeRow } from '../../feature-kit/changes/change-rules.js';
import type { WellKnownText } from './well-known-part.js';

const added: ChangeRow = {
  rule: 'well-known-added',
  clients: 'compatible',
  handlers: 'compatible',
  about: 'A text under `/.well-known/` is new.',
};

const removed: ChangeRow = {
  rule: 'well-known-removed',
  clients: 'may-break',
  handlers: 'compatible',
  about: 'A text under `/.well-known/` is gone: a directory that verifies the domain with it no longer finds it.',
};

const changed: ChangeRow = {
  rule: 'well-known-changed',
  clients: 'compatible',
  handlers: 'compatible',
  about: 'A text under `/.well-known/` changed.',
};

/** All rules about texts under `/.well-known/`. */
export const textRules: readonly ChangeRow[] = [added, removed, changed];

/** Reports differences of the texts under `/.well-known/`. */
export function diffTexts(
  changes: EntryChanges,
  old: readonly WellKnownText[] = [],
  recent: readonly WellKnownText[] = [],
): void {
  for (const [name, one, other] of pairByKey(old, recent, (text) => text.name)) {
    const path = ['wellKnown', name];
    if (!other) changes.add(removed, `\`/.well-known/${name}\` is gone`, path, { side: 'old' });
    else if (!one) changes.add(added, `\`/.well-known/${name}\` is new`, path);
    else if (one.text !== other.text) changes.add(changed, `\`/.well-known/${name}\` changed`, path);
  }
}
