import { didYouMean } from '../../../core/diagnostics/suggest.js';
import { CatalogError, type Catalog, type CatalogTable } from './catalog.js';

/** Maximum number of tables that are taken without a choice. */
export const maxTables = 50;

/** Tables in which tools for migrations keep their state. */
const bookkeeping: ReadonlySet<string> = new Set([
  '_prisma_migrations',
  '__drizzle_migrations',
  '__efmigrationshistory',
  'schema_migrations',
  'ar_internal_metadata',
  'alembic_version',
  'django_migrations',
  'flyway_schema_history',
  'databasechangelog',
  'databasechangeloglock',
  'knex_migrations',
  'knex_migrations_lock',
  'sequelizemeta',
  'goose_db_version',
  'migrations',
]);

/** Lists the tables that are taken without a choice: all except those of migrations. */
export function listDefaultTables({ tables }: Catalog): readonly CatalogTable[] {
  return tables.filter(({ name }) => !bookkeeping.has(name.toLowerCase()));
}

/**
 * Returns the tables that match patterns, such as `orders`, `sales.orders` or `sales.*`.
 *
 * @throws {CatalogError} for a pattern that matches no table.
 */
export function matchTables({ tables, defaultSchema }: Catalog, patterns: readonly string[]): readonly CatalogTable[] {
  const chosen = new Set<CatalogTable>();
  for (const pattern of patterns) {
    const matches = createMatcher(pattern);
    const found = tables.filter(({ schema = defaultSchema, name }) => matches(name) || matches(`${schema}.${name}`));
    if (found.length === 0) {
      const help = didYouMean(pattern, tables.slice(0, maxSuggested).map(labelOf))?.text;
      const hint = help === undefined ? '' : `; ${help}`;
      throw new CatalogError(`No table matches ${JSON.stringify(pattern)}${hint === '' ? '.' : hint}`);
    }
    for (const table of found) chosen.add(table);
  }
  return tables.filter((table) => chosen.has(table));
}

const maxSuggested = 1000;

/** Returns the name of a table, with its schema if it is not the default one. */
export function labelOf({ schema, name }: CatalogTable): string {
  return schema === undefined ? name : `${schema}.${name}`;
}

/** Compares texts with a pattern in which `*` stands for any characters. Upper and lower case are the same. */
function createMatcher(pattern: string): (text: string) => boolean {
  const [first = '', ...others] = pattern.toLowerCase().split('*');
  return (text) => {
    const lower = text.toLowerCase();
    if (others.length === 0) return lower === first;
    const last = others.at(-1) ?? '';
    if (!lower.startsWith(first)) return false;
    let from = first.length;
    for (const part of others.slice(0, -1)) {
      const at = lower.indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return lower.length - last.length >= from && lower.endsWith(last);
  };
}
