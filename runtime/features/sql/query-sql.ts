import type { HandlerContext } from '../../core/api/handler-context.js';
import { exactOf } from '../../wire/exact-value.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { describeError } from './describe-error.js';
import { openDatabase } from './open-database.js';
import type { SqlDatabase, SqlEngine, SqlRows, SqlStatement, SqlToolDefinition, Transacted } from './sql-definition.js';
import { SqlError } from './sql-error.js';
import { SqlToolError } from './sql-tool-error.js';

/** Parts of a handler's context that a query uses. */
export type SqlCallContext = Pick<HandlerContext, 'signal'>;

/** Row as a JSON object. */
type Row = { readonly [column: string]: unknown };

/**
 * Runs the statement of a tool in a transaction of its own. If the result is an error, such as a second row for
 * `rows: one`, the transaction is rolled back.
 *
 * @returns The result of the tool, as `rows` of its definition specifies.
 * @throws SqlToolError for failures, whose message is for the model; the abort reason of the context's signal.
 */
export async function querySql<Input, Output>(
  database: SqlDatabase,
  tool: SqlToolDefinition,
  input: Input,
  context: SqlCallContext,
): Promise<Output> {
  const { signal } = context;
  const exact = exactOf(input);
  const args = isJsonObject(exact) ? exact : {};
  const statement = chooseStatement(tool, args);
  const engine = await openDatabase(database);
  try {
    return (await runWithRetry(engine, tool, statement, args, signal)) as Output;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof SqlError ? describeError(error, { database, statement, timeoutMs: tool.timeoutMs }) : error;
  }
}

/** @throws SqlToolError for values without a statement. */
function chooseStatement({ statement, choices }: SqlToolDefinition, args: JsonObject): SqlStatement {
  if (statement !== undefined) return statement;
  const key = choices.from.map((name) => String(argumentOf(args, name) ?? '')).join(' ');
  const chosen = Object.hasOwn(choices.statements, key) ? choices.statements[key] : undefined;
  if (chosen !== undefined) return chosen;
  throw new SqlToolError(`No statement exists for these values of ${choices.from.join(', ')}.`);
}

function argumentOf(args: JsonObject, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

/** Repeats a statement that only reads once, if a conflict with other transactions ended it. */
async function runWithRetry(
  engine: SqlEngine,
  tool: SqlToolDefinition,
  statement: SqlStatement,
  args: JsonObject,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await runOnce(engine, tool, statement, args, signal);
  } catch (error) {
    const isRepeatable = error instanceof SqlError && error.failure === 'conflict' && statement.reads === true;
    if (!isRepeatable || signal.aborted) throw error;
    return runOnce(engine, tool, statement, args, signal);
  }
}

function runOnce(
  engine: SqlEngine,
  tool: SqlToolDefinition,
  statement: SqlStatement,
  args: JsonObject,
  signal: AbortSignal,
): Promise<unknown> {
  const { rows: kind, limit, maxBytes, timeoutMs } = tool;
  const values = statement.parameters.map(({ name }) => argumentOf(args, name) ?? null);
  // Without columns, no rows are read.
  const run = kind === 'none' ? { ...statement, columns: [] } : statement;
  const bounds = { maxRows: kind === 'many' ? limit : 1, maxBytes };
  return engine.transact(
    { reads: statement.reads === true, timeoutMs, signal },
    async (runStatement): Promise<Transacted<unknown>> => {
      const rows = await runStatement(run, values, bounds);
      return { result: shapeRows(rows, tool, statement), commits: true };
    },
  );
}

/** @throws SqlToolError if the number of rows, or the size of the first row, is not as the tool requires. */
function shapeRows({ rows, more, changed }: SqlRows, tool: SqlToolDefinition, statement: SqlStatement): unknown {
  if (tool.rows === 'none') return { changed };
  if (more && rows.length === 0) {
    throw new SqlToolError(
      `A row is larger than ${tool.maxBytes} bytes. Select less of it, if an argument allows that.`,
    );
  }
  if (tool.rows === 'many') return { rows: rows.map((values) => toRow(values, statement)), more };
  if (more || rows.length > 1) throw new SqlToolError('More than one row matches; the tool expects one.');
  const [values] = rows;
  const row = values === undefined ? null : toRow(values, statement);
  if (tool.rows === 'maybe-one') return { row };
  if (row === null) throw new SqlToolError('No row matches.');
  return row;
}

function toRow(values: readonly unknown[], { columns }: SqlStatement): Row {
  // `Object.fromEntries`, because an assignment to `__proto__` would not create a property.
  return Object.fromEntries(columns.map(({ name }, index) => [name, values[index]]));
}
