import type { ColumnKind, DatabaseKind } from '../engines/engine.js';

/** Tables and views of a database that its user can read. */
export interface Catalog {
  readonly kind: DatabaseKind;
  /** `kind` in a definition. */
  readonly product: 'postgres' | 'mysql' | 'mariadb' | 'sqlite';
  /** Name of the database; of a file without its extension. */
  readonly name: string;
  /** Schema of the tables without one. */
  readonly defaultSchema: string;
  /** Whether the columns of a key are known not to be null when a statement is prepared, which pages need. */
  readonly hasPages: boolean;
  readonly tables: readonly CatalogTable[];
  /** Remarks on tables that were not read, as sentences. */
  readonly notes: readonly string[];
}

export interface CatalogTable {
  /** Absent for {@link Catalog.defaultSchema}. */
  readonly schema?: string;
  readonly name: string;
  readonly kind: 'table' | 'view';
  /** Comment in the database, as written there. */
  readonly comment?: string;
  readonly columns: readonly CatalogColumn[];
  /** Columns of the primary key, in its order; `[]` without one. */
  readonly key: readonly string[];
  readonly references: readonly CatalogReference[];
  /** Whether a SQLite table is declared `without rowid`. */
  readonly isWithoutRowId?: true;
}

/** Foreign key. */
export interface CatalogReference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly targets: readonly string[];
}

export interface CatalogColumn {
  readonly name: string;
  /** Type for `create table`. */
  readonly type: string;
  /** `other`: a type that statements cast to text. */
  readonly kind: ColumnKind | 'other';
  readonly isArray?: true;
  readonly isNullable: boolean;
  /** Whether an index begins with the column. */
  readonly isIndexed: boolean;
  /** Whether only the database sets the values, such as those of an identity. */
  readonly isGenerated?: true;
  /** Default value. `literal` is absent for expressions. */
  readonly default?: { readonly literal?: string };
  /** Allowed values of a text column or enumerated type. */
  readonly enum?: readonly string[];
  /** Enumerated type (PostgreSQL) of the values. */
  readonly enumType?: { readonly schema?: string; readonly name: string };
  readonly comment?: string;
  /** Whether the values are for a search index: lexemes or embeddings. */
  readonly isSearchData?: true;
  /** Form of dates that SQLite stores, where no type tells it. */
  readonly storedAs?: 'text' | 'number';
}

/** Limits of reading a catalog. */
export const catalogLimits = { connectTimeoutMs: 10_000, queryTimeoutMs: 60_000, maxComment: 2000 };

/** Thrown if a catalog cannot be read. The message names no credentials. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';
}

/** Groups rows by a key, in order. */
export function groupRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
