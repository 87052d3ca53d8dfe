import type { DescriptorModel, Model } from '../../core/model/model.js';
import { EntryChanges, pairByKey, type Change, type Subject } from './change.js';
import type { ChangeRow, ChangeRule } from './change-rules.js';
import type { SchemaVersions } from './schema/schema-versions.js';

/** Two compared models. */
export interface Versions {
  readonly old: Model;
  readonly recent: Model;
  readonly schemas: SchemaVersions;
  /** Reports differences in the parts that features added. */
  readonly diffParts: (changes: EntryChanges, old: DescriptorModel, recent: DescriptorModel) => void;
}

/** How entries of one kind are compared. */
export interface Section<Entry> {
  readonly kind: Exclude<Subject['kind'], 'server'>;
  readonly keyOf: (entry: Entry) => string;
  readonly compare: (changes: EntryChanges, old: Entry, recent: Entry) => void;
  readonly rules: {
    readonly added: ChangeRule | ChangeRow;
    readonly removed: (entry: Entry) => ChangeRule | ChangeRow;
  };
  /** Whether an entry is static and therefore has no handler. */
  readonly isStatic: (entry: Entry) => boolean;
}

/** Lists the differences between entries of one kind. A renamed entry counts as removed and added. */
export function diffLists<Entry extends DescriptorModel>(
  old: readonly Entry[],
  recent: readonly Entry[],
  versions: Versions,
  { kind, keyOf, compare, rules, isStatic }: Section<Entry>,
): readonly Change[] {
  return pairByKey(old, recent, keyOf).flatMap(([key, one, other]) => {
    const place = { anchor: { kind, key }, path: [] };
    const hasHandler = !one || other !== undefined || !isStatic(one);
    const subject = { kind, name: key };
    const changes = new EntryChanges({ subject, place, versions: versions.schemas, hasHandler });
    if (one && other) {
      compare(changes, one, other);
      versions.diffParts(changes, one, other);
    } else if (one) changes.add(rules.removed(one), 'is gone', [], { side: 'old' });
    else changes.add(rules.added, 'is new');
    return changes.list;
  });
}
