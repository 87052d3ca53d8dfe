import type { DatabaseModel } from '../../features/sql/databases.js';
import { sqlPart } from '../../features/sql/sql-part.js';
import type { PackageProblem } from '../../features/package/problem.js';
import type { PackagedProject } from './target.js';
import type { Platform } from './worker/platform.js';

/** Reports SQLite files, which packages do not contain. */
export function checkDatabaseFiles(project: Pick<PackagedProject, 'model'>): readonly PackageProblem[] {
  return listDatabases(project).flatMap(({ name, kind, file, variable }): readonly PackageProblem[] => {
    if (kind !== 'sqlite' || file === undefined) return [];
    const message = `The package does not contain \`${file}\` of the database \`${name}\`, because it may hold private data.`;
    const help =
      variable === undefined
        ? `Add \`url: { env: … }\` to the database, so that users can specify their file.`
        : `Set ${variable} to the path of the file.`;
    return [{ kind: 'advice', path: ['databases', name], message, help }];
  });
}

/**
 * Reports databases that a platform cannot use.
 *
 * @param platform With whether it has a persistent disk.
 */
export function checkPlatformDatabases(
  { title, bundle, hasDisk }: Pick<Platform, 'title' | 'bundle'> & { readonly hasDisk: boolean },
  project: Pick<PackagedProject, 'model'>,
): readonly PackageProblem[] {
  const databases = listDatabases(project);
  const refused = databases.flatMap(({ name, kind }): readonly PackageProblem[] => {
    const reason =
      kind === 'sqlite' && !hasDisk
        ? 'has no persistent disk that all instances share'
        : bundle === 'worker'
          ? 'cannot share a connection among requests'
          : undefined;
    if (reason === undefined) return [];
    const message = `The database \`${name}\` does not work here: ${title} ${reason}.`;
    const help =
      bundle === 'worker'
        ? 'Make another package, such as `docker`, or move the tools with `sql` to a server of its own.'
        : 'Use `kind: postgres` or `kind: mysql`, or make another package, such as `docker`.';
    return [{ kind: 'invalid', path: ['databases', name], message, help }];
  });
  return refused.length > 0 ? refused : checkDatabaseFiles(project);
}

function listDatabases({ model }: Pick<PackagedProject, 'model'>): readonly DatabaseModel[] {
  return sqlPart.of(model)?.databases ?? [];
}
