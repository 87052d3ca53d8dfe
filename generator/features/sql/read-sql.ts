import { isJsonObject, jsonObjectOf, objectAt as objectIn, type JsonObject } from '../../core/model/json.js';
import type { SchemaModel, ToolModel } from '../../core/model/model.js';
import { booleanAt, objectAt, textsAt } from '../../core/source/read-values.js';
import {
  childOf,
  entriesOf,
  entryOf,
  itemsOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../core/source/source-node.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import { checkPlaceholders } from '../../feature-kit/definition/content-blocks.js';
import { declareHandler, reportOtherHandlers } from '../../feature-kit/definition/declare-handler.js';
import { memberPlaceholders } from '../../feature-kit/definition/member-placeholders.js';
import { readArguments } from '../../feature-kit/definition/read-arguments.js';
import { report, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { sqlDiagnostics } from './diagnostics.js';
import type { ColumnKind, PreparedColumn, PreparedStatement, StatementEffect } from './engines/engine.js';
import { createOutputSchema, type OutputColumn } from './output-schema.js';
import { readPageKeys, type PageKey } from './paging.js';
import { readBounds } from './read-bounds.js';
import {
  firstOf,
  sqlFactsPart,
  sqlToolPart,
  type PreparedStep,
  type RowsMode,
  type SqlToolModel,
  type ToolFacts,
} from './sql-part.js';

/** Reads `sql` of a tool, with the facts about its statements. */
export function readSql(tool: ToolModel, node: SourceNode, resolution: Resolution): ToolModel {
  const entry = entryOf(node, 'sql');
  if (!entry) return tool;
  const sql = entry.value;
  reportOutputs(resolution, node);
  checkKeys(resolution, sql);
  const declared = declareTool(resolution, tool, node);
  const facts = sqlFactsPart.of(resolution.workspace);
  resolution.diagnostics.push(...(facts?.problems.get(tool.name) ?? []));
  const found = facts?.tools.get(tool.name);
  const read = found && readPrepared(resolution, entry, found, tool.timeoutMs);
  if (!read) return declared;
  const { effect, model } = read;
  const { rows, columns, pageKeys } = model;
  checkPageColumns(resolution, sql, columns, pageKeys);
  checkHints(resolution, node, effect);
  const outcome = createOutputSchema(rows, columns, pageKeys.length > 0);
  const output = { dialect: '2020-12', schema: outcome } as const;
  const described: ToolModel = {
    ...declared,
    annotations: new Map([...hintsOf(effect), ...(tool.annotations ?? [])]),
    input: pageKeys.length > 0 ? withCursor(resolution, tool.input, sql) : tool.input,
    output,
  };
  const confirm = readConfirm(resolution, { tool: declared, sql, effect, outcome }, found.steps.every(isCountedStep));
  return sqlToolPart.on(described, { ...model, ...(confirm !== undefined && { confirm }) });
}

/** Reads `sql` of a resource, template or completion. Returns `undefined` after an error. */
export function readSqlFunction(resolution: Resolution, found: ToolFacts): SqlToolModel | undefined {
  const entry = entryOf(found.node, 'sql');
  if (!entry) return undefined;
  checkKeys(resolution, entry.value);
  for (const key of ['page', 'confirm']) {
    const unused = entryOf(entry.value, key);
    if (!unused) continue;
    const message = `\`${key}\` is for tools only.`;
    report(resolution, 'conflicting-keys', unused.keyLocation, message, { help: 'Remove it.' });
  }
  const read = readPrepared(resolution, entry, found, undefined);
  if (read && !read.effect.reads) {
    const message = 'The statement writes, and only tools can write.';
    report(resolution, sqlDiagnostics['sql-read-only'], entry.keyLocation, message, { help: 'Write a tool for it.' });
  }
  return read?.model;
}

function readPrepared(
  resolution: Resolution,
  entry: MapEntry,
  { database, steps }: ToolFacts,
  timeoutMs: number | undefined,
): { readonly effect: StatementEffect; readonly model: SqlToolModel } | undefined {
  const last = steps.at(-1);
  const statement = last && firstOf(last);
  if (!statement) return undefined;
  const rows = readRows(resolution, entry, statement);
  const columns = readColumns(resolution, entry.value, statement.columns);
  const pageKeys = readPageKeys(textsAt(childOf(entry.value, 'page'), 'by'));
  const written = listStatements(entry.value);
  return {
    effect: joinEffects(steps.map(firstOf)),
    model: { ...readBounds(entry.value, timeoutMs), database, steps, rows, columns, pageKeys, written },
  };
}

/** Makes the statement the implementation of a tool, or the start of its stub. */
function declareTool(resolution: Resolution, tool: ToolModel, node: SourceNode): ToolModel {
  const file = 'sql-tools.ts';
  if (booleanAt(node, 'implement') !== true) return declareHandler(resolution, tool, node, { key: 'sql', file });
  reportOtherHandlers(resolution, tool, node, 'sql', true);
  return { ...tool, handler: { kind: 'stub', start: file } };
}

/** Lists the statements as written. */
function listStatements(sql: SourceNode): readonly string[] {
  const steps = itemsOf(childOf(sql, 'steps'));
  return (steps.length > 0 ? steps : [sql]).flatMap((step) => stringAt(step, 'statement') ?? []);
}

function reportOutputs(resolution: Resolution, node: SourceNode): void {
  for (const key of ['outputSchema', 'returns'] as const) {
    const output = entryOf(node, key);
    if (!output) continue;
    const message = `A tool has \`sql\` or \`${key}\`, not both: the database describes the rows.`;
    const help = `Remove \`${key}\`; add facts about columns under \`sql.columns\`.`;
    report(resolution, 'conflicting-keys', output.keyLocation, message, { help });
  }
}

/** Reports keys of `sql` that exclude each other. */
function checkKeys(resolution: Resolution, sql: SourceNode): void {
  const steps = entryOf(sql, 'steps');
  const page = entryOf(sql, 'page');
  if (steps && childOf(sql, 'statement')) {
    const message = '`sql` has `statement` or `steps`, not both.';
    report(resolution, 'conflicting-keys', steps.keyLocation, message, {
      help: 'Make the statement one of the steps.',
    });
  }
  if (!steps && !childOf(sql, 'statement')) {
    const help = 'Add `statement`, or `steps` for several statements.';
    report(resolution, 'missing-key', sql.location, '`sql` has no statement.', { help });
  }
  const rows = stringAt(sql, 'rows');
  if (page && (steps || (rows !== undefined && rows !== 'many'))) {
    const message = '`page` needs one `statement` with `rows: many`.';
    report(resolution, 'conflicting-keys', page.keyLocation, message, { help: 'Remove `page`.' });
  }
}

/** Effect of several statements. */
function joinEffects(statements: readonly (PreparedStatement | undefined)[]): StatementEffect {
  const effects = statements.flatMap((statement) => statement?.effect ?? []);
  return {
    reads: effects.every(({ reads }) => reads),
    isDestructive: effects.some(({ isDestructive }) => isDestructive),
    isIdempotent: effects.every(({ isIdempotent }) => isIdempotent),
  };
}

/** Whether the database tells how many rows a step changes; also for a step that changes none. */
function isCountedStep(step: PreparedStep): boolean {
  return Object.values(step.statements).every(
    ({ text, effect }) => effect.reads || /^\s*(?:insert|update|delete|merge|replace)\b/iu.test(text),
  );
}

/** Tool whose changes the user confirms. */
interface ConfirmedTool {
  readonly tool: ToolModel;
  readonly sql: SourceNode;
  readonly effect: StatementEffect;
  /** Schema of the results. */
  readonly outcome: JsonObject;
}

/** Reads `confirm`, whose placeholders are arguments, `changed`, and the outcome of the dry run that comes first. */
function readConfirm(
  resolution: Resolution,
  { tool, sql, effect: { reads }, outcome }: ConfirmedTool,
  isCounted: boolean,
): string | undefined {
  const entry = entryOf(sql, 'confirm');
  const confirm = stringAt(sql, 'confirm');
  if (!entry || confirm === undefined) return undefined;
  if (reads) {
    const message = '`confirm` is for statements that write, and this one only reads.';
    report(resolution, 'conflicting-keys', entry.keyLocation, message, { help: 'Remove it.' });
  }
  if (!isCounted) {
    const message = '`confirm` needs statements whose changes are counted: insert, update, delete, merge or replace.';
    const help = 'Make each of them a step of its own, without `with`; functions that write are not counted.';
    report(resolution, sqlDiagnostics['sql-not-allowed'], entry.keyLocation, message, { help });
  }
  const { names: tried, explain } = memberPlaceholders('dryRun', [...objectIn(outcome, 'properties').keys()]);
  const names = [...readArguments(resolution, tool).keys(), 'changed', ...tried];
  resolution.diagnostics.push(...checkPlaceholders(entry.value, { names, explain, owner: 'tool', key: 'inputSchema' }));
  return confirm;
}

/** Reports columns of pages whose values `columns` changes, so that they are not those of the database. */
function checkPageColumns(
  resolution: Resolution,
  sql: SourceNode,
  columns: readonly OutputColumn[],
  pageKeys: readonly PageKey[],
): void {
  for (const { column } of pageKeys) {
    const as = entryOf(childOf(childOf(sql, 'columns'), column), 'as');
    if (!as || !columns.some(({ name }) => name === column)) continue;
    const message = `\`page.by\` uses the column \`${column}\`, whose values \`as\` changes.`;
    report(resolution, sqlDiagnostics['sql-page'], as.keyLocation, message, { help: 'Remove `as`.' });
  }
}

/** Adds the argument `cursor` to an input schema that does not declare it. */
function withCursor(resolution: Resolution, input: SchemaModel, sql: SourceNode): SchemaModel {
  const { schema } = input;
  if (!isJsonObject(schema)) return input;
  const properties = objectIn(schema, 'properties');
  const page = entryOf(sql, 'page');
  if (properties.has('cursor') && page) {
    const message = '`cursor` is the argument of the next page, and the tool declares it too.';
    report(resolution, 'conflicting-keys', page.keyLocation, message, { help: 'Rename the argument.' });
    return input;
  }
  const description = '`nextCursor` of the page before. Default: the first page.';
  const cursor = jsonObjectOf({ type: 'string', description });
  return { ...input, schema: new Map([...schema, ['properties', new Map([...properties, ['cursor', cursor]])]]) };
}

function readRows(
  resolution: Resolution,
  { value }: MapEntry,
  { columns, effect: { reads } }: PreparedStatement,
): RowsMode {
  const hasColumns = columns.length > 0;
  const entry = entryOf(value, 'rows');
  const rows = stringAt(value, 'rows') as RowsMode | undefined;
  if (!entry || rows === undefined) return hasColumns ? 'many' : 'none';
  if (rows !== 'none' && !hasColumns) {
    const help = 'Use `rows: none`, or add `returning` to the statement if the database has it.';
    report(resolution, sqlDiagnostics['sql-rows'], entry.keyLocation, 'The statement returns no rows.', { help });
  } else if (rows === 'none' && reads) {
    const message = 'The statement changes no rows, so that their number is always 0.';
    const help = 'Use `many`, `one` or `maybe-one`.';
    report(resolution, sqlDiagnostics['sql-rows'], entry.keyLocation, message, { help });
  }
  return rows;
}

function readColumns(
  resolution: Resolution,
  sql: SourceNode,
  columns: readonly PreparedColumn[],
): readonly OutputColumn[] {
  const overrides = childOf(sql, 'columns');
  const names = columns.map(({ name }) => name);
  for (const { key, keyLocation } of entriesOf(overrides)) {
    if (names.includes(key)) continue;
    const help = didYouMean(key, names) ?? `Columns: ${names.join(', ')}.`;
    report(resolution, sqlDiagnostics['sql-unknown-name'], keyLocation, `The statement has no column \`${key}\`.`, {
      help,
    });
  }
  return columns.map((column) => {
    const override = childOf(overrides, column.name);
    if (!override) return column;
    const comment = stringAt(override, 'description') ?? column.comment;
    const schema = objectAt(override, 'schema');
    return {
      ...column,
      kind: kindAs(stringAt(override, 'as'), column.kind),
      isNullable: booleanAt(override, 'nullable') ?? column.isNullable,
      ...(comment !== undefined && { comment }),
      ...(schema && { schema }),
    };
  });
}

/** Returns the kind for `as`. It applies to numbers only. */
function kindAs(as: string | undefined, kind: ColumnKind): ColumnKind {
  if (as === 'string' && (kind === 'integer' || kind === 'number')) return 'decimal';
  return as === 'number' && (kind === 'decimal' || kind === 'any') ? 'number' : kind;
}

function hintsOf({ reads, isDestructive, isIdempotent }: StatementEffect) {
  return reads
    ? jsonObjectOf({ readOnlyHint: true, openWorldHint: false })
    : jsonObjectOf({
        readOnlyHint: false,
        destructiveHint: isDestructive,
        idempotentHint: isIdempotent,
        openWorldHint: false,
      });
}

function checkHints(resolution: Resolution, node: SourceNode, { reads }: StatementEffect): void {
  const hint = entryOf(childOf(node, 'annotations'), 'readOnlyHint');
  if (!hint || reads || booleanAt(childOf(node, 'annotations'), 'readOnlyHint') !== true) return;
  const message = '`readOnlyHint` is true, but the statement writes.';
  report(resolution, sqlDiagnostics['sql-read-only'], hint.keyLocation, message, {
    help: 'Remove it: hints follow from the statement.',
  });
}
