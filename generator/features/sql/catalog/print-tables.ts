import { jsonObjectOf, type Json, type JsonObject } from '../../../core/model/json.js';
import { argumentSchema, inputSchema } from './argument-schemas.js';
import type { Catalog, CatalogTable } from './catalog.js';
import { describe, describeColumn, keyArguments } from './describe-table.js';
import { planTable, type PlannedColumn, type TablePlan } from './plan-table.js';
import { printSchema } from './print-schema.js';
import { printColumns } from './print-select.js';
import { writingTools } from './print-writes.js';
import { nameTables, type ToolNames } from './tool-names.js';

/** Tools and schema of the chosen tables of a database. */
export interface PrintedTables {
  /** Section `tools` of a definition. */
  readonly tools: JsonObject;
  /** Statements that create the tables. */
  readonly schema: string;
  /** Remarks on what was omitted, as sentences. */
  readonly notes: readonly string[];
}

/** Prints the tools that list, get and search the rows of tables, and with `writes` those that change rows. */
export function printTables(
  catalog: Catalog,
  tables: readonly CatalogTable[],
  { writes }: { readonly writes: boolean },
): PrintedTables {
  const plans = tables.flatMap((table) => planTable(table, catalog) ?? []);
  const names = nameTables(plans.map(({ table }) => table));
  const notes = [...catalog.notes, ...describeOmissions(tables, plans)];
  const tools = plans.flatMap((plan, index) => {
    const name = names[index];
    if (!name) return [];
    const written = writes && plan.table.kind === 'table' ? writingTools(plan, name, catalog) : undefined;
    notes.push(...(written?.notes ?? []));
    return [...readingTools(plan, name, catalog), ...(written?.tools ?? [])];
  });
  return { tools: new Map(tools), schema: printSchema(catalog, plans), notes };
}

type NamedTool = readonly [name: string, tool: JsonObject];

function readingTools(plan: TablePlan, { plural, singular }: ToolNames, catalog: Catalog): readonly NamedTool[] {
  const get = getTool(plan, catalog);
  const search = searchTool(plan, catalog);
  return [
    [`list_${plural}`, listTool(plan, catalog)],
    ...(get ? [[`get_${singular}`, get] as const] : []),
    ...(search ? [[`search_${plural}`, search] as const] : []),
  ];
}

/** Maximum number of arguments that filter rows. */
const maxFilters = 20;

function listTool(plan: TablePlan, catalog: Catalog): JsonObject {
  const properties = new Map<string, JsonObject>();
  const conditions: string[] = [];
  const addCondition = (argument: string, schema: JsonObject | undefined, comparison: string): void => {
    if (!schema || properties.has(argument) || properties.size >= maxFilters) return;
    properties.set(argument, schema);
    conditions.push(`({{${argument}}} is null or ${comparison} {{${argument}}})`);
  };
  const names = new Set(plan.columns.map(({ argument }) => argument));
  for (const column of plan.columns.filter((each) => isFilter(each, plan))) {
    const { argument, sql, name } = column;
    const about = describeColumn(column);
    const schemaOf = (text: string) => argumentSchema(column, catalog.product, `${text}${about}`);
    if (hasRange(column)) {
      const [from, to] = [`${argument}_from`, `${argument}_to`];
      if (names.has(from) || names.has(to)) continue;
      const [least, most] = /^(?:date|local|any)/u.test(column.kind) ? ['Earliest', 'Latest'] : ['Minimum', 'Maximum'];
      addCondition(from, schemaOf(`${least} ${name}.`), `${sql} >=`);
      addCondition(to, schemaOf(`${most} ${name}.`), `${sql} <=`);
    } else {
      addCondition(argument, schemaOf(`Filters by ${name}.`), `${sql} =`);
    }
  }
  const description = describe(`Lists rows of the ${plan.table.kind} ${plan.label}.`, plan);
  return rowsTool(plan, catalog, { description, properties, required: [], condition: conditions.join('\n  and ') });
}

/** Whether rows are listed by the values of a column: it has an index, or few values. A whole key is for `get`. */
function isFilter(column: PlannedColumn, { key }: TablePlan): boolean {
  const { kind, isArray, isIndexed, target, enum: values } = column;
  if (isArray || kind === 'json' || kind === 'bytes' || kind === 'other' || kind === 'time' || kind === 'duration')
    return false;
  if (key.length === 1 && key[0] === column) return false;
  return isIndexed || key.includes(column) || values !== undefined || kind === 'boolean' || target !== undefined;
}

function hasRange({ kind, enum: values }: PlannedColumn): boolean {
  const kinds = ['number', 'decimal', 'date', 'date-time', 'local-date-time', 'any'];
  return values === undefined && kinds.includes(kind);
}

function getTool(plan: TablePlan, catalog: Catalog): JsonObject | undefined {
  const found = keyArguments(plan, catalog);
  if (!found) return undefined;
  const by = plan.key.map(({ name }) => name).join(', ');
  return jsonObjectOf({
    description: describe(`Returns the row of ${plan.label} with a given ${by}, or null.`, plan),
    inputSchema: found.input,
    sql: jsonObjectOf({
      statement: `select ${printColumns(plan.columns, catalog)}\nfrom ${plan.sql}\nwhere ${found.condition}\n`,
      rows: 'maybe-one',
      columns: columnFacts(plan.columns),
    }),
  });
}

/** Maximum number of columns that are searched. */
const maxSearched = 10;

function searchTool(plan: TablePlan, catalog: Catalog): JsonObject | undefined {
  if (plan.table.kind === 'view') return undefined;
  const isText = ({ kind, isArray, enum: values, target }: PlannedColumn) =>
    kind === 'text' && !isArray && !values && target === undefined;
  const searched = plan.columns.filter(isText).slice(0, maxSearched);
  if (searched.length === 0) return undefined;
  const pattern = catalog.kind === 'mysql' ? "concat('%', {{query}}, '%')" : "'%' || {{query}} || '%'";
  const like = catalog.kind === 'postgres' ? 'ilike' : 'like';
  const names = searched.map(({ name }) => name);
  const where = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  const query = jsonObjectOf({ type: 'string', minLength: 1, description: 'Text. `%` and `_` are wildcards.' });
  return rowsTool(plan, catalog, {
    description: describe(`Finds rows of ${plan.label} that contain a text in ${where}.`, plan),
    properties: new Map([['query', query]]),
    required: ['query'],
    condition: searched.map(({ sql }) => `${sql} ${like} ${pattern}`).join('\n  or '),
  });
}

interface RowsTool {
  readonly description: string;
  readonly properties: ReadonlyMap<string, JsonObject>;
  readonly required: readonly string[];
  readonly condition: string;
}

/** Returns a tool that lists rows: by pages if the key allows, otherwise in the order of the key. */
function rowsTool(plan: TablePlan, catalog: Catalog, tool: RowsTool): JsonObject {
  // Lists of files would be large; `get` returns them.
  const shown = plan.columns.filter((column) => column.kind !== 'bytes' || plan.key.includes(column));
  const columns = shown.length === 0 ? plan.columns : shown;
  const page = pageOf(plan, catalog);
  const isOrdered = !page && plan.key.length > 0;
  const lines = [
    `select ${printColumns(columns, catalog)}`,
    `from ${plan.sql}`,
    ...(tool.condition === '' ? [] : [`where ${tool.condition}`]),
    ...(isOrdered ? [`order by ${plan.key.map(({ sql }) => sql).join(', ')}`] : []),
    '',
  ];
  return jsonObjectOf({
    description: tool.description,
    inputSchema: inputSchema(tool.properties, tool.required),
    sql: jsonObjectOf({ statement: lines.join('\n'), limit: 100, page, columns: columnFacts(columns) }),
  });
}

/** Returns `page` if the key can be a cursor. */
function pageOf({ key }: TablePlan, { hasPages }: Catalog): JsonObject | undefined {
  const isCursor = ({ name, kind, isArray, isNullable, enum: values }: PlannedColumn): boolean =>
    ['integer', 'text', 'uuid'].includes(kind) && !isArray && !isNullable && !values && /^[A-Za-z_]\w*$/u.test(name);
  if (!hasPages || key.length === 0 || key.length > 8 || !key.every(isCursor)) return undefined;
  return jsonObjectOf({ by: key.map(({ name }) => name) });
}

/** Describes what the database does not tell about the columns of a result: what its foreign keys refer to. */
function columnFacts(columns: readonly PlannedColumn[]): JsonObject | undefined {
  const entries = columns.flatMap((column): readonly (readonly [string, Json])[] => {
    if (column.target === undefined) return [];
    return [[column.name, jsonObjectOf({ description: describeColumn(column).trim() })]];
  });
  return entries.length === 0 ? undefined : new Map(entries);
}

/** Maximum number of names in a remark. */
const maxNames = 10;

function describeOmissions(tables: readonly CatalogTable[], plans: readonly TablePlan[]): readonly string[] {
  const planned = new Set(plans.map(({ table }) => table));
  const remark = (text: string, names: readonly string[]): readonly string[] => {
    if (names.length === 0) return [];
    const others = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
    return [`${text}: ${names.slice(0, maxNames).join(', ')}${others}.`];
  };
  const namesOf = (member: 'secrets' | 'indexes' | 'unprintable') =>
    plans.flatMap((plan) => plan[member].map((name) => `${plan.label}.${name}`));
  const left = tables.flatMap((table) => (planned.has(table) ? [] : [table.name]));
  return [
    ...remark('Columns that look like secrets were omitted', namesOf('secrets')),
    ...remark('Columns for search indexes were omitted', namesOf('indexes')),
    ...remark('Columns whose names a statement cannot contain were omitted', namesOf('unprintable')),
    ...remark('Tables without usable columns or with an impossible name were omitted', left),
  ];
}
