import { stringLiteral } from '../../core/code/escape.js';
import { jsonExpression } from '../../core/code/json-expression.js';
import { nameTypes } from '../../core/model/type-names.js';
import { jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import { parseTemplate } from '../../core/uri/parse-template.js';
import type { Emitted, Emitting } from '../../feature-kit/feature.js';
import type { DatabaseModel } from './databases.js';
import type { PreparedColumn, PreparedStatement } from './engines/engine.js';
import { lockFile, printLock, type PreparedVariants } from './lock.js';
import { firstOf, sqlPart, sqlToolPart, type PreparedStep, type SqlToolModel } from './sql-part.js';

/** Emits `sql-tools.ts`, with a handler for each tool with SQL, and the lock file. */
export function emitSql({ model, render }: Emitting): Emitted {
  const part = sqlPart.of(model);
  if (!part) return {};
  const lock = { path: lockFile, content: printLock(part.lock) };
  const found = model.tools.flatMap((tool) => {
    const sql = sqlToolPart.of(tool);
    return sql ? [{ tool, sql }] : [];
  });
  if (found.length === 0) return { files: [lock] };
  const databases = part.databases.map((database, index) => ({
    identifier: `database${index + 1}`,
    expression: databaseExpression(database),
    name: database.name,
  }));
  const byName = new Map(databases.map(({ name, identifier }) => [name, identifier]));
  const tools = found.map(({ tool, sql }) => {
    const types = nameTypes(tool.names.typeName);
    return {
      identifier: tool.names.identifier,
      input: types.input,
      output: types.output,
      database: byName.get(sql.database.name),
      expression: jsonExpression(bindTool(sql)),
    };
  });
  const types = tools.flatMap(({ input, output }) => [input, output]);
  const content = render('generated/sql-tools.ts', { databases, tools, types });
  return { files: [{ path: 'sql-tools.ts', content }, lock] };
}

function databaseExpression({ name, kind, variable, file, maxConnections, session }: DatabaseModel): string {
  const settings = Object.entries(session).map(([setting, value]): Json => [setting, templateOf(value)]);
  const json = jsonObjectOf({
    name,
    kind,
    variable,
    file,
    maxConnections,
    session: settings.length > 0 ? settings : undefined,
  });
  const base = file === undefined ? '' : ', module: import.meta.url';
  const load = `() => import(${stringLiteral(`create-mcp-from-schema/runtime/sql-${kind}`)})`;
  return `{ ${jsonExpression(json).slice(1, -1).trim()}${base}, load: ${load} }`;
}

/** Binds a tool for the runtime (`SqlToolDefinition`). */
function bindTool(sql: SqlToolModel): JsonObject {
  const { rows, limit, maxBytes, timeoutMs, steps, columns, pageKeys, confirm } = sql;
  const last = steps.at(-1);
  return jsonObjectOf({
    rows,
    limit,
    maxBytes,
    timeoutMs,
    before: steps.length > 1 ? steps.slice(0, -1).map((step) => bindStep(step)) : undefined,
    ...(last && Object.fromEntries(bindStep(last, columns))),
    page: pageKeys.length > 0 ? pageKeys.map(({ column }) => column) : undefined,
    confirm: confirm === undefined ? undefined : templateOf(confirm),
  });
}

/** @param columns Columns of the result, if they differ from those of the database. */
function bindStep({ name, choices, next, ...variants }: PreparedStep, columns?: readonly PreparedColumn[]): JsonObject {
  const bound = (all: PreparedVariants['statements']): JsonObject =>
    new Map(
      Object.entries(all).map(([key, statement]) => [key, bindStatement(statement, columns ?? statement.columns)]),
    );
  const first = firstOf(variants);
  const [following] = Object.values(next ?? {});
  const single = {
    statement: first && bindStatement(first, columns ?? first.columns),
    next: following && bindStatement(following, columns ?? following.columns),
  };
  const several = {
    choices: jsonObjectOf({ from: choices, statements: bound(variants.statements), next: next && bound(next) }),
  };
  return jsonObjectOf({ name, ...(choices.length === 0 ? single : several) });
}

function bindStatement(
  { text, parameters, effect }: PreparedStatement,
  columns: readonly PreparedColumn[],
): JsonObject {
  return jsonObjectOf({
    text,
    parameters: parameters.map(({ name, bind }) => jsonObjectOf({ name, bind })),
    columns: columns.map(({ name, kind, isArray }) => jsonObjectOf({ name, kind, isArray })),
    reads: effect.reads || undefined,
  });
}

/** Splits a text at its placeholders: texts, and lists with the name of a value. */
function templateOf(text: string): Json {
  return parseTemplate(text).map((part): Json => ('argument' in part ? [part.argument] : part.text));
}
