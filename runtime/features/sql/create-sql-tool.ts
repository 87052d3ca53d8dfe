import type { SqlCallContext } from './confirm-changes.js';
import { querySql } from './query-sql.js';
import type { SqlDatabase, SqlToolDefinition } from './sql-definition.js';

/** Runs the statement of a tool: its handler, and a function that other handlers can call with their context. */
export type SqlFunction<Input, Output> = (input: Input, context: SqlCallContext) => Promise<Output>;

/**
 * Creates the handler of a tool that runs a statement. Arguments are bound, missing ones as null; rows become structured
 * content. A failure of the database becomes a tool error.
 */
export function createSqlTool<Input, Output>(
  database: SqlDatabase,
  tool: SqlToolDefinition,
): SqlFunction<Input, Output> {
  return (input, context) => querySql<Input, Output>(database, tool, input, context);
}
