import { diffModels } from '../../../outputs/diff/diff-models.js';
import { describeSubject } from '../../../outputs/diff/format-report.js';
import { clientSeverities } from '../../../feature-kit/changes/change-rules.js';
import type { ListChange } from './usage-report.js';
import { readLists, type ListedEntries } from './read-lists.js';

/** Maximum number of reported changes. */
const maxChanges = 500;

/**
 * Describes the differences between two versions of a server's lists, breaking changes first. Handlers and settings that no list
 * shows are not compared.
 *
 * @throws ListsTooLong if a version has more than 10 million characters.
 */
export function compareLists(before: ListedEntries, after: ListedEntries): readonly ListChange[] {
  const [old, recent] = [before, after].map((lists) => readLists('server', lists).resolved.model);
  if (old === undefined || recent === undefined) return [];
  const changes = diffModels(old, recent).map(({ clients, subject, message, help }): ListChange => {
    return { severity: clients, subject: describeSubject(subject), message, ...(help !== undefined && { help }) };
  });
  const order = (severity: ListChange['severity']) => clientSeverities.indexOf(severity);
  const distinct = [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
  return distinct.toSorted((one, other) => order(one.severity) - order(other.severity)).slice(0, maxChanges);
}
