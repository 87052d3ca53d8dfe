import { listQuoted } from '../../list-quoted.js';
import type { ColumnKind, PreparedColumn } from '../engine.js';
import type { MysqlColumn } from './connect.js';
import { columnKey, type CatalogColumn, type MysqlCatalog } from './read-catalog.js';

/** Flags of columns in the protocol. */
const flags = { notNull: 1, unsigned: 32, enum: 256 };

/** Character set of columns with bytes. */
const binary = 63;

export interface ColumnOptions {
  /** Whether the statement adds nulls, which the flag does not tell. */
  readonly addsNulls: boolean;
  /** Whether the type of an expression depends on the value of an argument. */
  readonly isOfArgument: boolean;
}

/** Describes a column of a result. */
export function describeColumn(
  column: MysqlColumn,
  { server, columns }: MysqlCatalog,
  { addsNulls, isOfArgument }: ColumnOptions,
): PreparedColumn {
  const isOwn = column.schema === server.database && column.orgTable !== '';
  const source = isOwn ? columns.get(columnKey(column.orgTable, column.orgName)) : undefined;
  const kind = kindOfSource(source) ?? (isOfArgument ? 'any' : kindOf(column));
  const values = source !== undefined && (column.flags & flags.enum) !== 0 ? readLabels(source.type) : undefined;
  return {
    name: column.name,
    type: source?.type ?? (isOfArgument ? 'any' : typeOf(column)),
    kind,
    isNullable: addsNulls || (column.flags & flags.notNull) === 0,
    ...(values && { enum: values }),
    ...(source && { origin: `${column.orgTable}.${column.orgName}` }),
    ...(source && source.comment !== '' && { comment: source.comment }),
  };
}

function kindOfSource(source: CatalogColumn | undefined): ColumnKind | undefined {
  if (source?.isJson === true) return 'json';
  return source?.type.toLowerCase() === 'uuid' ? 'uuid' : undefined;
}

/** Types of columns in the protocol, with their names. */
const types: ReadonlyMap<number, readonly [name: string, kind: ColumnKind]> = new Map([
  [1, ['tinyint', 'integer']],
  [2, ['smallint', 'integer']],
  [3, ['int', 'integer']],
  [4, ['float', 'number']],
  [5, ['double', 'number']],
  [6, ['null', 'any']],
  [7, ['timestamp', 'date-time']],
  [8, ['bigint', 'integer']],
  [9, ['mediumint', 'integer']],
  [10, ['date', 'date']],
  [11, ['time', 'time']],
  [12, ['datetime', 'local-date-time']],
  [13, ['year', 'integer']],
  [16, ['bit', 'bytes']],
  [245, ['json', 'json']],
  [247, ['enum', 'text']],
  [248, ['set', 'text']],
  [255, ['geometry', 'bytes']],
]);

const decimals: ReadonlySet<number> = new Set([0, 246]);

function kindOf(column: MysqlColumn): ColumnKind {
  const { columnType, columnLength, characterSet } = column;
  // `boolean` is an alias of `tinyint(1)`.
  if (columnLength === 1 && (columnType === 1 || columnType === 16)) return 'boolean';
  // Numbers of JSON keep 15 digits.
  if (decimals.has(columnType)) return precisionOf(column) <= 15 ? 'number' : 'decimal';
  return types.get(columnType)?.[1] ?? (characterSet === binary ? 'bytes' : 'text');
}

/** Digits of a decimal, without its sign and point. */
function precisionOf(column: MysqlColumn): number {
  const sign = (column.flags & flags.unsigned) === 0 ? 1 : 0;
  return column.columnLength - sign - (column.decimals > 0 ? 1 : 0);
}

function typeOf(column: MysqlColumn): string {
  const unsigned = (column.flags & flags.unsigned) === 0 ? '' : ' unsigned';
  if (decimals.has(column.columnType)) return `decimal(${precisionOf(column)},${column.decimals})${unsigned}`;
  const name = types.get(column.columnType)?.[0];
  if (name === undefined) return column.characterSet === binary ? 'varbinary' : 'varchar';
  return name.endsWith('int') ? name + unsigned : name;
}

/** Reads the labels of `enum('a','b')`. */
export function readLabels(type: string): readonly string[] {
  if (!/^enum\(/iu.test(type)) return [];
  return listQuoted(type);
}
