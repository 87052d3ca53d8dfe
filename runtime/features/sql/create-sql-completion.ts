import type { CompletionHandler } from '../../core/api/handlers.js';
import { querySql } from './query-sql.js';
import type { SqlDatabase, SqlToolDefinition } from './sql-definition.js';

/** Creates the completion whose suggestions are the values of the first column of a statement. */
export function createSqlCompletion(database: SqlDatabase, tool: SqlToolDefinition): CompletionHandler {
  return async (value, context) => {
    const input = { ...context.arguments, value };
    const result: { readonly rows: readonly object[]; readonly more: boolean } = await querySql(
      database,
      { ...tool, rows: 'many' },
      input,
      context,
    );
    const values = result.rows.flatMap((row) => {
      const [first] = Object.values(row) as readonly unknown[];
      return first === null || first === undefined ? [] : [String(first as string | number)];
    });
    return { values, hasMore: result.more };
  };
}
