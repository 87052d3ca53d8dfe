import type { Catalog, CatalogColumn, CatalogTable } from './catalog.js';
import { cleanComment, isPrintable, printName, printQualified } from './sql-names.js';
import { nameArguments } from './tool-names.js';

/** Column that tools use. */
export interface PlannedColumn extends CatalogColumn {
  /** Name for a statement. */
  readonly sql: string;
  /** Name of its argument. */
  readonly argument: string;
  /** Table and column that a foreign key refers to. */
  readonly target?: string;
}

/** Table that tools use. */
export interface TablePlan {
  readonly table: CatalogTable;
  /** Name for a statement. */
  readonly sql: string;
  /** Name for descriptions. */
  readonly label: string;
  /** One-line comment. */
  readonly comment?: string;
  readonly columns: readonly PlannedColumn[];
  /** Primary key; `[]` if there is none, or tools do not use all of its columns. */
  readonly key: readonly PlannedColumn[];
  /** Columns that look like secrets. */
  readonly secrets: readonly string[];
  /** Columns of search indexes and embeddings. */
  readonly indexes: readonly string[];
  /** Columns whose names cannot be in a definition. */
  readonly unprintable: readonly string[];
}

/** Decides which columns of a table tools use. Returns `undefined` for a table without any, or with an impossible name. */
export function planTable(table: CatalogTable, { kind }: Catalog): TablePlan | undefined {
  if (!isPrintable(table.name) || (table.schema !== undefined && !isPrintable(table.schema))) return undefined;
  const groups = {
    shown: [] as CatalogColumn[],
    secrets: [] as string[],
    indexes: [] as string[],
    odd: [] as string[],
  };
  for (const column of table.columns) {
    if (!isPrintable(column.name)) groups.odd.push(column.name);
    else if (isSecret(column)) groups.secrets.push(column.name);
    else if (column.isSearchData) groups.indexes.push(column.name);
    else groups.shown.push(column);
  }
  if (groups.shown.length === 0) return undefined;
  const targets = findTargets(table);
  const named = nameArguments(groups.shown.map(({ name }) => name));
  const columns = groups.shown.map((column, index): PlannedColumn => {
    const target = targets.get(column.name);
    const comment = cleanComment(column.comment);
    const { comment: _written, ...others } = column;
    return {
      ...others,
      ...(comment !== undefined && { comment }),
      sql: printName(column.name, kind),
      argument: named[index] ?? column.name,
      ...(target !== undefined && { target }),
    };
  });
  const key = table.key.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  const comment = cleanComment(table.comment);
  return {
    table,
    sql: printQualified(table, kind),
    label: [table.schema, table.name].filter((part) => part !== undefined).join('.'),
    ...(comment !== undefined && { comment }),
    columns,
    key: key.length === table.key.length ? key : [],
    secrets: groups.secrets,
    indexes: groups.indexes,
    unprintable: groups.odd,
  };
}

const secretWords =
  /(?:^|_)(?:[a-z\d]*(?:passw(?:or)?d|secret|token)s?|password\w*|pwd|passphrase|passcode|pin|hash|hashed|salt|credentials?|cvv2?|cvc|otp|totp|(?:api|private|secret|access|encryption|signing|auth)_?keys?)(?:_|$)/u;

/** Whether the name of a column looks like that of a secret. Flags and dates about secrets are none. */
export function isSecret({ name, kind }: Pick<CatalogColumn, 'name' | 'kind'>): boolean {
  if (kind === 'boolean' || kind === 'date' || kind === 'date-time' || kind === 'local-date-time') return false;
  const words = name
    .slice(0, 128)
    .replace(/([a-z\d])([A-Z])/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/gu, '_');
  return secretWords.test(words);
}

/** Lists what the foreign keys of a table refer to, by column. */
function findTargets({ references }: CatalogTable): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { columns, table, targets } of references) {
    if (!isPrintable(table)) continue;
    columns.forEach((column, index) => {
      const target = targets[index];
      if (target !== undefined && !isPrintable(target)) return;
      found.set(column, target === undefined ? table : `${table}.${target}`);
    });
  }
  return found;
}
