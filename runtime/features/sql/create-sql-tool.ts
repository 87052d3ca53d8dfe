import type { NoElicitations } from '../../core/api/handler-context.js';
import type { ToolHandler } from '../../core/api/handlers.js';
import { querySql } from './query-sql.js';
import type { SqlDatabase, SqlToolDefinition } from './sql-definition.js';

/**
 * Creates the handler of a tool that runs a statement. Arguments are bound, missing ones as null; rows become structured
 * content. A failure of the database becomes a tool error.
 */
export function createSqlTool<Input, Output, App = unknown>(
  database: SqlDatabase,
  tool: SqlToolDefinition,
): ToolHandler<Input, Output, NoElicitations, App> {
  return (input, context): Promise<Output> => querySql<Input, Output>(database, tool, input, context);
}
