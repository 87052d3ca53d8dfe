import { open } from 'node:fs/promises';
import { basename, isAbsolute, relative, sep } from 'node:path';
import { jsonObjectOf, type Json, type JsonObject } from '../../../core/model/json.js';
import { CatalogError, type Catalog, type CatalogTable } from '../../../features/sql/catalog/catalog.js';
import { labelOf, listDefaultTables, matchTables, maxTables } from '../../../features/sql/catalog/choose-tables.js';
import { printTables } from '../../../features/sql/catalog/print-tables.js';
import { readMysqlCatalog } from '../../../features/sql/catalog/read-mysql-catalog.js';
import { readPostgresCatalog } from '../../../features/sql/catalog/read-postgres-catalog.js';
import { readSqliteCatalog } from '../../../features/sql/catalog/read-sqlite-catalog.js';
import type { ProjectIdentity } from '../identity-view.js';
import { deriveName } from '../project-name.js';
import { printDefinition, schemaComment } from './print-definition.js';
import { SourceError, type ProjectSource } from './project-source.js';

/** How a database becomes a project. */
export interface DatabaseOptions {
  /** Patterns of the chosen tables; `[]` without a choice. */
  readonly tables: readonly string[];
  /** Whether tools can change rows. */
  readonly writes: boolean;
  /**
   * Lets the user choose tables. Resolves with patterns, or with `undefined` if the user quits. Absent without a
   * terminal.
   */
  readonly choose?: (request: TableChoice) => Promise<readonly string[] | undefined>;
}

/** Tables among which the user chooses. */
export interface TableChoice {
  /** Names of all tables. */
  readonly names: readonly string[];
  /** Number of tables that are taken without a choice; 0 if there are too many. */
  readonly defaultCount: number;
  /** Explains why patterns do not select tables; `undefined` if they do. */
  readonly explain: (patterns: readonly string[]) => string | undefined;
}

/** Whether a source is the URL of a database. */
export function isDatabaseUrl(from: string): boolean {
  return /^(?:postgres(?:ql)?|mysql|mariadb):\/\//iu.test(from);
}

/** Whether a file is a SQLite database: whether it begins as one. */
export async function isSqliteFile(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return bytesRead === 16 && buffer.toString('latin1') === 'SQLite format 3\0';
  } finally {
    await file.close();
  }
}

/**
 * Creates a project whose tools read the tables of a database. The address of the database gets into no file.
 *
 * @param from URL, or absolute path of a SQLite file.
 * @param cwd Absolute path of the folder whose packages are used.
 * @returns Resolves with `undefined` if the user quits.
 * @throws {SourceError} if the database cannot be read, or its tables not be chosen.
 */
export async function readDatabase(
  from: string,
  cwd: string,
  options: DatabaseOptions,
  signal: AbortSignal,
): Promise<ProjectSource | undefined> {
  try {
    const catalog = await readCatalog(from, cwd, signal);
    signal.throwIfAborted();
    const tables = await chooseTables(catalog, options);
    return tables && databaseSource(catalog, tables, { from, writes: options.writes });
  } catch (error) {
    throw error instanceof CatalogError ? new SourceError(error.message) : error;
  }
}

async function readCatalog(from: string, cwd: string, signal: AbortSignal): Promise<Catalog> {
  if (!isDatabaseUrl(from)) {
    const name = basename(from).replace(/\.[^.]*$/u, '');
    return (
      (await readSqliteCatalog(from, cwd, name)) ?? missDriver('This version of Node', 'better-sqlite3', 'shop.db')
    );
  }
  if (!URL.canParse(from)) {
    const help = 'Encode special characters of the password, such as @ as %40 and # as %23.';
    throw new SourceError(`The URL of the database is invalid. ${help}`);
  }
  if (/^postgres/iu.test(from)) {
    return (await readPostgresCatalog(from, cwd, signal)) ?? missDriver('PostgreSQL', 'pg', 'postgres://…');
  }
  return (await readMysqlCatalog(from, cwd, signal)) ?? missDriver('MySQL', 'mysql2', 'mysql://…');
}

function missDriver(user: string, name: string, from: string): never {
  const command = `npx -p create-mcp-from-schema -p ${name} create-mcp-from-schema my-server --from ${from}`;
  throw new SourceError(`${user} needs the package ${name}. Run: ${command}`);
}

async function chooseTables(
  catalog: Catalog,
  { tables: patterns, choose }: DatabaseOptions,
): Promise<readonly CatalogTable[] | undefined> {
  if (catalog.tables.length === 0) throw new SourceError(`The database ${catalog.name} has no tables to read.`);
  if (patterns.length > 0) return matchTables(catalog, patterns);
  const defaults = listDefaultTables(catalog);
  const isMany = defaults.length > maxTables || defaults.length === 0;
  if (choose) {
    const chosen = await choose({
      names: catalog.tables.map(labelOf),
      defaultCount: isMany ? 0 : defaults.length,
      explain: (tried) => explainChoice(catalog, tried),
    });
    if (!chosen) return undefined;
    if (chosen.length > 0) return matchTables(catalog, chosen);
  }
  if (!isMany) return defaults;
  const [first, second] = defaults.map(labelOf);
  const example = `--table ${first ?? 'orders'} --table ${second ?? 'customers'}, or --table "${catalog.defaultSchema}.*"`;
  const count = `The database ${catalog.name} has ${catalog.tables.length} tables`;
  throw new SourceError(`${count}. Choose those that tools read: ${example}.`);
}

function explainChoice(catalog: Catalog, patterns: readonly string[]): string | undefined {
  if (patterns.length === 0) return 'Name at least one table.';
  try {
    matchTables(catalog, patterns);
    return undefined;
  } catch (error) {
    if (error instanceof CatalogError) return error.message;
    throw error;
  }
}

/** Environment variable with the address of the database. */
const variable = 'DATABASE_URL';

function databaseSource(
  catalog: Catalog,
  chosen: readonly CatalogTable[],
  { from, writes }: { readonly from: string; readonly writes: boolean },
): ProjectSource {
  const { tools, schema, notes } = printTables(catalog, chosen, { writes });
  if (tools.size === 0) throw new SourceError(['No table can be used.', ...notes].join(' '));
  const isFile = catalog.product === 'sqlite';
  const key = databaseKey(catalog.name);
  const title = oneLine(catalog.name);
  return {
    name: deriveName(catalog.name),
    description: writes ? `Reads and changes the database ${title}.` : `Reads the database ${title}.`,
    notes: [...notes, describeAddress(from, isFile)],
    // SQLite checks statements against the schema file without a package that projects do not have.
    readsDatabase: !isFile,
    lookup: { databases: [`${key}=${from}`] },
    listFiles(identity, _render, directory) {
      const database = jsonObjectOf({
        kind: catalog.product,
        ...addressOf(from, isFile, directory),
        schema: './schema.sql',
      });
      const definition = new Map<string, Json>([
        ['server', serverOf(identity)],
        ['databases', new Map([[key, database]])],
        ['tools', tools],
      ]);
      return [
        {
          path: `${identity.name}.mcp.yaml`,
          content: `${schemaComment}\n# Generated from the tables of a database.\n${printDefinition(definition)}`,
        },
        { path: 'schema.sql', content: schema },
      ];
    },
  };
}

function describeAddress(from: string, isFile: boolean): string {
  return isFile
    ? `Set ${variable} to the path of the file, for example in .env: ${from}`
    : `The URL was not written to a file. Set ${variable}, for example in .env.`;
}

/** Returns `file` for a SQLite file inside the project, otherwise `url`. */
function addressOf(from: string, isFile: boolean, directory: string | undefined): { readonly [key: string]: Json } {
  const path = directory === undefined ? '' : relative(directory, from);
  const isInside = isFile && path !== '' && !isAbsolute(path) && path.split(sep)[0] !== '..';
  return isInside ? { file: path.split(sep).join('/') } : { url: jsonObjectOf({ env: variable }) };
}

function serverOf({ name, title, description }: ProjectIdentity): JsonObject {
  return jsonObjectOf({ name, title, description, version: '1.0.0' });
}

/** Returns the key under `databases`. */
function databaseKey(name: string): string {
  const key = name.replace(/[^A-Za-z0-9_-]+/gu, '-').replace(/^[^A-Za-z]+/u, '');
  return key === '' ? 'database' : key.slice(0, 64);
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}
