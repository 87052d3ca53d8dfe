import type { Catalog, CatalogColumn } from './catalog.js';
import type { TablePlan } from './plan-table.js';
import { cleanComment, isPrintable, printName, printQualified, printString } from './sql-names.js';

/**
 * Prints statements that create tables as far as the preparation of statements needs them. Views become tables, whose
 * columns can be null.
 */
export function printSchema(catalog: Catalog, plans: readonly TablePlan[]): string {
  const { kind } = catalog;
  const shown = plans.map((plan) => ({ plan, columns: plan.table.columns.filter(({ name }) => isPrintable(name)) }));
  const all = shown.flatMap(({ columns }) => columns);
  const schemas = [
    ...plans.flatMap(({ table: { schema } }) => schema ?? []),
    ...all.flatMap(({ enumType }) => enumType?.schema ?? []),
  ];
  const enums = new Map(
    all.flatMap(({ enumType, enum: values = [] }) => {
      if (!enumType) return [];
      const name = printQualified(enumType, kind);
      const labels = values.map((value) => printString(value, kind)).join(', ');
      return [[name, `create type ${name} as enum (${labels});`] as const];
    }),
  );
  const hasCitext = all.some(({ type }) => /^citext\b/u.test(type));
  return [
    '-- Tables as far as statements need them, so that `generate` needs no database. After a change of the database:',
    '-- change them here, or run `generate --database`.',
    ...(hasCitext ? ['', 'create extension if not exists citext;'] : []),
    ...[...new Set(schemas)].flatMap((schema) => ['', `create schema if not exists ${printName(schema, kind)};`]),
    ...[...enums.values()].flatMap((statement) => ['', statement]),
    ...shown.flatMap(({ plan, columns }) => ['', ...printTable(plan, columns, catalog)]),
    '',
  ].join('\n');
}

function printTable(plan: TablePlan, columns: readonly CatalogColumn[], { kind }: Catalog): readonly string[] {
  const { table, sql } = plan;
  const hasKey = table.key.length > 0 && table.key.every((name) => columns.some((column) => column.name === name));
  const key = table.key.map((name) => printName(name, kind)).join(', ');
  const lines = [
    ...columns.map((column) => printColumn(column, kind)),
    ...(hasKey ? [`primary key (${key})`] : []),
  ].map((line) => `  ${line}`);
  const comment = plan.comment === undefined ? '' : printString(plan.comment, kind);
  const options = table.isWithoutRowId
    ? ' without rowid'
    : kind === 'mysql' && comment !== ''
      ? ` comment ${comment}`
      : '';
  return [
    ...(table.kind === 'view' ? ['-- A view'] : []),
    `create table ${sql} (`,
    lines.join(',\n'),
    `)${options};`,
    ...(kind === 'postgres' && comment !== '' ? [`comment on table ${sql} is ${comment};`] : []),
    ...(kind === 'postgres' ? columns.flatMap((column) => printComment(sql, column)) : []),
  ];
}

function printColumn(column: CatalogColumn, kind: Catalog['kind']): string {
  const name = printName(column.name, kind);
  const comment = cleanComment(column.comment);
  const values = kind === 'sqlite' ? column.enum?.map((value) => printString(value, kind)).join(', ') : undefined;
  return [
    name,
    kind === 'sqlite' && !isDeclared(column.type) ? '' : column.type,
    ...(column.isNullable ? [] : ['not null']),
    ...(column.default?.literal === undefined ? [] : [`default ${column.default.literal}`]),
    ...(values === undefined ? [] : [`check (${name} in (${values}))`]),
    ...(kind === 'mysql' && comment !== undefined ? [`comment ${printString(comment, kind)}`] : []),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Whether a declared type of SQLite, which is any text, can be printed: words that are not the beginning of a constraint. */
function isDeclared(type: string): boolean {
  const constraint =
    /\b(?:constraint|primary|not|null|unique|check|default|collate|references|generated|always|as)\b/iu;
  return /^[A-Za-z][\w ]*(?:\([\d, ]+\))?$/u.test(type) && !constraint.test(type);
}

function printComment(table: string, column: CatalogColumn): readonly string[] {
  const comment = cleanComment(column.comment);
  if (comment === undefined) return [];
  return [`comment on column ${table}.${printName(column.name, 'postgres')} is ${printString(comment, 'postgres')};`];
}
