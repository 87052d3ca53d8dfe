import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { entryOf, stringAt } from '../../core/source/source-node.js';
import type { DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import { sqlDiagnostics } from './diagnostics.js';

/** Reports databases without an address, and with keys of other kinds. */
export function checkDatabases({ sections }: DefinitionSet): readonly Diagnostic[] {
  return (sections.get('databases') ?? []).flatMap(({ key, keyLocation, node }) => {
    const isSqlite = stringAt(node, 'kind') === 'sqlite';
    const file = entryOf(node, 'file');
    const url = entryOf(node, 'url');
    const rule = sqlDiagnostics['sql-database'];
    if (file && !isSqlite) {
      const help = 'Use `url`, which names an environment variable.';
      return [createDiagnostic(rule, file.keyLocation, 'Only SQLite databases have a `file`.', { help })];
    }
    if (file || url) return [];
    const help = isSqlite ? 'Add `file: ./shop.db`, or `url: { env: SHOP_DB }`.' : 'Add `url: { env: DATABASE_URL }`.';
    return [createDiagnostic(rule, keyLocation, `The database \`${key}\` has no address.`, { help })];
  });
}
