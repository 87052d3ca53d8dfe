import { changeRows } from '../../feature-kit/changes/change-rules.js';
import type { EntryChanges } from '../../feature-kit/changes/change.js';
import type { ComparedEntry } from '../../feature-kit/feature.js';
import { sqlToolPart } from './sql-part.js';

export const sqlChanges = changeRows({
  'statement-changed': ['compatible', 'may-break', 'The SQL statement of a tool changed, so that results can differ.'],
  'database-changed': ['compatible', 'may-break', 'The statement of a tool runs in another database.'],
});

/** Reports changes of a statement. Changes of its rows are changes of the output schema. */
export function diffSql(changes: EntryChanges, old: ComparedEntry, recent: ComparedEntry): void {
  const [before, after] = [sqlToolPart.of(old), sqlToolPart.of(recent)];
  if (!before || !after) return;
  const textsOf = ({ steps }: typeof before) =>
    steps.flatMap(({ statements }) => Object.values(statements).map(({ text }) => text)).join('\n');
  if (before.database.name !== after.database.name) {
    changes.add(sqlChanges['database-changed'], 'the database changed', ['sql']);
  } else if (textsOf(before) !== textsOf(after)) {
    changes.add(sqlChanges['statement-changed'], 'the statement changed', ['sql']);
  }
}
