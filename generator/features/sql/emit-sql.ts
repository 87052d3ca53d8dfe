import { stringLiteral } from '../../core/code/escape.js';
import { jsonExpression, memberViews } from '../../core/code/json-expression.js';
import type { FunctionModel, Model, PromptMessageModel } from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';
import { jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import { parseTemplate } from '../../core/uri/parse-template.js';
import { hasPlaceholders, templateExpression } from '../../feature-kit/emit/emit-static-content.js';
import type { Emitted, Emitting } from '../../feature-kit/feature.js';
import type { DatabaseModel } from './databases.js';
import type { PreparedColumn, PreparedStatement } from './engines/engine.js';
import { lockFile, printLock, type PreparedVariants } from './lock.js';
import { functionFiles } from './sql-functions.js';
import { firstOf, sqlPart, sqlToolPart, type PreparedStep, type SqlToolModel } from './sql-part.js';

/** Emits the functions of tools, resources and completions with SQL, their databases, and the lock file. */
export function emitSql({ model, render }: Emitting): Emitted {
  const part = sqlPart.of(model);
  if (!part) return {};
  const lock = { path: lockFile, content: printLock(part.lock) };
  const databases = part.databases.map((database, index) => ({
    identifier: `database${index + 1}`,
    expression: databaseExpression(database),
    name: database.name,
  }));
  const modules = listModules(model, part.functions).filter(({ functions }) => functions.length > 0);
  const files = modules.map(({ path, creator, functions }) => {
    const view = functions.map((one) => ({
      ...one,
      messages: one.sql.messages && messagesExpression(one.sql.messages),
      creator,
      database: databases.find(({ name }) => name === one.sql.database.name)?.identifier ?? '',
      members: memberViews(Object.fromEntries(bindSql(one.sql))),
    }));
    const imports = [...new Set(view.map(({ database }) => database))].toSorted().join(', ');
    const types = view.flatMap((one) => one.types);
    const fills = view.some(({ messages }) => messages?.includes('fillPlaceholder'));
    return { path, content: render('generated/sql-functions.ts', { creator, fills, imports, types, functions: view }) };
  });
  if (files.length === 0) return { files: [lock] };
  const content = render('generated/sql-databases.ts', { databases });
  return { files: [...files, { path: 'sql-databases.ts', content }, lock] };
}

/** Function in generated code. */
interface SqlFunction {
  readonly identifier: string;
  readonly types: readonly string[];
  readonly sql: SqlToolModel;
}

/** Lists the generated modules, with the function of the runtime that creates their functions. */
function listModules(model: Model, functions: ReadonlyMap<string, SqlToolModel>) {
  const tools = model.tools.flatMap(({ names, ...tool }): readonly SqlFunction[] => {
    const sql = sqlToolPart.of(tool);
    const { input, output } = nameTypes(names.typeName);
    return sql ? [{ identifier: names.identifier, types: [input, output], sql }] : [];
  });
  const declared = (all: readonly FunctionModel[]): readonly SqlFunction[] =>
    all.flatMap(({ names, handler }) => {
      const name = handler.kind === 'declared' && handler.key === 'sql' ? handler.declaration : undefined;
      const sql = functions.get(name ?? '');
      return sql ? [{ identifier: names.identifier, types: [], sql }] : [];
    });
  const parts = [
    ...model.prompts.flatMap((prompt) => prompt.arguments),
    ...model.resourceTemplates.flatMap(({ variables }) => variables),
  ];
  const completions = parts.flatMap(({ completion }) => (completion?.kind === 'handler' ? [completion] : []));
  return [
    { path: 'sql-tools.ts', creator: 'createSqlTool', functions: tools },
    { path: functionFiles.prompts, creator: 'createSqlPrompt', functions: declared(model.prompts) },
    {
      path: functionFiles.resources,
      creator: 'createSqlResource',
      functions: declared([...model.resources, ...model.resourceTemplates]),
    },
    { path: functionFiles.completions, creator: 'createSqlCompletion', functions: declared(completions) },
  ];
}

/** Returns a function that creates the messages of a prompt from the values of placeholders. */
function messagesExpression(messages: readonly PromptMessageModel[]): string {
  const views = messages.map(({ role, content }) => {
    const expression = jsonExpression(content, (text) => templateExpression(text));
    return `{ role: ${stringLiteral(role)}, content: ${expression} }`;
  });
  const parameter = messages.some(({ content }) => hasPlaceholders(content)) ? 'values' : '';
  return `(${parameter}) => [${views.join(', ')}]`;
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

/** Binds SQL for the runtime (`SqlToolDefinition`). */
function bindSql(sql: SqlToolModel): JsonObject {
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
