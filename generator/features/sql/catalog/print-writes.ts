import { jsonObjectOf, type JsonObject } from '../../../core/model/json.js';
import { argumentSchema, inputSchema } from './argument-schemas.js';
import type { Catalog } from './catalog.js';
import { describe, describeColumn, keyArguments } from './describe-table.js';
import type { PlannedColumn, TablePlan } from './plan-table.js';
import { printColumns, wrapItems } from './print-select.js';
import type { ToolNames } from './tool-names.js';

/** Tools that change the rows of a table, and remarks on missing ones. */
interface WritingTools {
  readonly tools: readonly (readonly [name: string, tool: JsonObject])[];
  readonly notes: readonly string[];
}

/** Maximum number of optional arguments. */
const maxArguments = 100;

/** Returns the tools that insert, update and delete rows of a table. */
export function writingTools(plan: TablePlan, { singular }: ToolNames, catalog: Catalog): WritingTools {
  const insert = insertTool(plan, catalog);
  const update = updateTool(plan, catalog);
  const remove = deleteTool(plan, catalog);
  return {
    tools: [
      ...(typeof insert === 'string' ? [] : [[`insert_${singular}`, insert] as const]),
      ...(update ? [[`update_${singular}`, update] as const] : []),
      ...(remove ? [[`delete_${singular}`, remove] as const] : []),
    ],
    notes: typeof insert === 'string' ? [insert] : [],
  };
}

/** Returns the tool, or why there is none. */
function insertTool(plan: TablePlan, catalog: Catalog): JsonObject | string {
  const isRequired = (column: TablePlan['table']['columns'][number]): boolean =>
    (!column.isNullable || plan.table.key.includes(column.name)) && !column.default && !column.isGenerated;
  const missing = plan.table.columns.filter(
    (column) => isRequired(column) && !plan.columns.some((each) => each.name === column.name && canSet(each, catalog)),
  );
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    return `There is no tool that inserts into ${plan.label}: it would have to set ${names}.`;
  }
  const set = plan.columns.filter((column) => canSet(column, catalog) && hasKnownDefault(column));
  const chosen = limitColumns(set, isRequired);
  const properties = new Map<string, JsonObject>();
  for (const column of chosen) {
    const initial = column.default?.literal;
    const about =
      initial === undefined ? '' : ` Default: ${initial.replace(/^'(.*)'$/su, '$1').replaceAll("''", "'")}.`;
    const schema = argumentSchema(column, catalog.product, `Value of ${column.name}.${describeColumn(column)}${about}`);
    if (schema) properties.set(column.argument, schema);
  }
  if (chosen.length === 0) return `There is no tool that inserts into ${plan.label}: the database sets all columns.`;
  const names = wrapItems(chosen.map(({ sql }) => sql));
  const values = wrapItems(chosen.map((column) => insertedValue(column, catalog)));
  const required = chosen.filter(isRequired).map(({ argument }) => argument);
  return jsonObjectOf({
    description: describe(`Inserts a row into ${plan.label}.`, plan),
    inputSchema: inputSchema(properties, required),
    sql: returningSql(`insert into ${plan.sql} (${names})\nvalues (${values})`, plan, catalog, 'one'),
  });
}

/** Whether an argument can set a column. */
function canSet(column: PlannedColumn, { product }: Catalog): boolean {
  return column.isGenerated !== true && argumentSchema(column, product, '') !== undefined;
}

/** Whether the statement can repeat the default for a missing argument. Otherwise the database sets the column. */
function hasKnownDefault({ default: initial }: PlannedColumn): boolean {
  return initial === undefined || initial.literal !== undefined;
}

function limitColumns(
  columns: readonly PlannedColumn[],
  isRequired: (column: PlannedColumn) => boolean,
): readonly PlannedColumn[] {
  const optional = new Set(columns.filter((column) => !isRequired(column)).slice(0, maxArguments));
  return columns.filter((column) => isRequired(column) || optional.has(column));
}

function insertedValue({ argument, type, default: initial }: PlannedColumn, { kind }: Catalog): string {
  const value = `{{${argument}}}`;
  if (initial?.literal === undefined) return value;
  // PostgreSQL would otherwise take the type of the literal.
  return `coalesce(${kind === 'postgres' ? `${value}::${type}` : value}, ${initial.literal})`;
}

function updateTool(plan: TablePlan, catalog: Catalog): JsonObject | undefined {
  const found = keyArguments(plan, catalog);
  const columns = plan.columns
    .filter((column) => !plan.key.includes(column) && canSet(column, catalog))
    .slice(0, maxArguments);
  if (!found || columns.length === 0) return undefined;
  const properties = new Map(found.properties);
  for (const column of columns) {
    const schema = argumentSchema(column, catalog.product, `New value of ${column.name}.${describeColumn(column)}`);
    if (schema) properties.set(column.argument, schema);
  }
  const assignments = columns.map(({ sql, argument }) => `${sql} = coalesce({{${argument}}}, ${sql})`);
  const statement = `update ${plan.sql}\nset ${assignments.join(',\n  ')}\nwhere ${found.condition}`;
  const by = plan.key.map(({ name }) => name).join(', ');
  return jsonObjectOf({
    description: describe(
      `Changes the row of ${plan.label} with a given ${by}. Omitted columns keep their values.`,
      plan,
    ),
    inputSchema: inputSchema(properties, [...found.properties.keys()]),
    sql: returningSql(statement, plan, catalog, 'maybe-one'),
  });
}

function deleteTool(plan: TablePlan, catalog: Catalog): JsonObject | undefined {
  const found = keyArguments(plan, catalog);
  if (!found) return undefined;
  const by = plan.key.map(({ name }) => name).join(', ');
  // Braces in names would be placeholders.
  const isPlain = !/[{}\\]/u.test(`${plan.label}${by}`) && !found.properties.has('changed');
  const values = plan.key.map(({ name, argument }) => `${name} {{${argument}}}`).join(', ');
  return jsonObjectOf({
    description: describe(`Deletes the row of ${plan.label} with a given ${by}.`, plan),
    inputSchema: found.input,
    sql: jsonObjectOf({
      statement: `delete from ${plan.sql}\nwhere ${found.condition}\n`,
      rows: 'none',
      confirm: isPlain ? `Delete the row of ${plan.label} with ${values}?` : 'Delete the row?',
    }),
  });
}

/** Returns the rows that a statement changes, where the database can. */
function returningSql(statement: string, plan: TablePlan, catalog: Catalog, rows: 'one' | 'maybe-one'): JsonObject {
  if (catalog.kind === 'mysql') return jsonObjectOf({ statement: `${statement}\n`, rows: 'none' });
  const columns = plan.columns.filter((column) => column.kind !== 'bytes');
  const returned = columns.length === 0 ? plan.columns : columns;
  return jsonObjectOf({ statement: `${statement}\nreturning ${printColumns(returned, catalog)}\n`, rows });
}
